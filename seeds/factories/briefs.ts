import type { Rhythm } from './calendar.js';
import { agriculture } from './stories/agriculture.js';
import { energy } from './stories/energy.js';
import { finance } from './stories/finance.js';
import { health } from './stories/health.js';
import { policy } from './stories/policy.js';
import { regional } from './stories/regional.js';
import { retail } from './stories/retail.js';
import type { Desk } from './stories/story.js';
import { technology } from './stories/technology.js';
import { transport } from './stories/transport.js';

export interface BriefPlan {
  readonly name: string;
  readonly slug: string;
  /** Who may read it: everyone, all core users, or those entitled to it. */
  readonly audience: 'public' | 'core' | 'entitled';
  readonly rhythm: Rhythm;
  readonly desks: readonly Desk[];
  readonly is_active?: false;
  /** How many calendar days its documents span, up to the clock's date; 14 when left out. */
  readonly days?: number;
  /** Days from the clock's date to the last document; 0 when left out. */
  readonly lastDay?: number;
  /** Announced, but nothing has been published yet. */
  readonly unpublished?: true;
}

export const frontPage: BriefPlan = {
  name: 'Front Page',
  slug: 'front-page',
  audience: 'public',
  rhythm: 'daily',
  desks: [energy, transport, finance, health, technology, agriculture, regional, policy, retail],
};

export const morningBriefing: BriefPlan = {
  name: 'Morning Briefing',
  slug: 'morning-briefing',
  audience: 'core',
  rhythm: 'daily',
  desks: [finance, policy, technology, energy],
};

export const energyToday: BriefPlan = {
  name: 'Energy Today',
  slug: 'energy-today',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [energy],
};

export const transportAndLogistics: BriefPlan = {
  name: 'Transport & Logistics',
  slug: 'transport-and-logistics',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [transport],
};

export const marketsDaily: BriefPlan = {
  name: 'Markets Daily',
  slug: 'markets-daily',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [finance],
};

export const healthWatch: BriefPlan = {
  name: 'Health Watch',
  slug: 'health-watch',
  audience: 'public',
  rhythm: 'weekdays',
  desks: [health],
};

export const techSignals: BriefPlan = {
  name: 'Tech Signals',
  slug: 'tech-signals',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [technology],
};

export const farmAndFood: BriefPlan = {
  name: 'Farm & Food',
  slug: 'farm-and-food',
  audience: 'entitled',
  rhythm: 'twice a week',
  desks: [agriculture],
};

export const regionalRoundUp: BriefPlan = {
  name: 'Regional Round-up',
  slug: 'regional-round-up',
  audience: 'core',
  rhythm: 'twice a week',
  desks: [regional],
};

export const policyTracker: BriefPlan = {
  name: 'Policy Tracker',
  slug: 'policy-tracker',
  audience: 'entitled',
  rhythm: 'twice a week',
  desks: [policy],
};

export const retailMonitor: BriefPlan = {
  name: 'Retail Monitor',
  slug: 'retail-monitor',
  audience: 'entitled',
  rhythm: 'twice a week',
  desks: [retail],
};

export const acmeBoardBrief: BriefPlan = {
  name: 'Acme Board Brief',
  slug: 'acme-board-brief',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [technology, transport, finance],
};

/** Given up ten days ago; its documents and the bookmarks on them are still there. */
export const supplyChainInsider: BriefPlan = {
  name: 'Supply Chain Insider',
  slug: 'supply-chain-insider',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [transport, retail],
  is_active: false,
  lastDay: -10,
};

export const climateDesk: BriefPlan = {
  name: 'Climate Desk',
  slug: 'climate-desk',
  audience: 'entitled',
  rhythm: 'weekdays',
  desks: [energy, policy],
  unpublished: true,
};
