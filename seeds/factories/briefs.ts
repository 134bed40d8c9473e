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
  /** Who may read the brief: all users, all core users, or only entitled users. */
  readonly audience: 'public' | 'core' | 'entitled';
  readonly rhythm: Rhythm;
  readonly desks: readonly Desk[];
  readonly is_active?: false;
  /** The number of calendar days that the documents span, up to the clock's date. Default 14. */
  readonly days?: number;
  /** The last possible day of a document, in days from the clock's date. Default 0. */
  readonly lastDay?: number;
  /** The brief has no documents. */
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

/** Inactive for ten days. Its documents and their bookmarks still exist. */
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
