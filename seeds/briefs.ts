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
  /** Days from the clock's date to the last document; 0 when left out. */
  readonly lastDay?: number;
  /** Announced, but nothing has been published yet. */
  readonly unpublished?: true;
}

/** The briefs in the order in which they were founded. New ones go at the end: documents are numbered by place. */
export function briefPlans(): readonly BriefPlan[] {
  const everything = [energy, transport, finance, health, technology, agriculture, regional, policy, retail];
  return [
    { name: 'Front Page', slug: 'front-page', audience: 'public', rhythm: 'daily', desks: everything },
    {
      name: 'Morning Briefing',
      slug: 'morning-briefing',
      audience: 'core',
      rhythm: 'daily',
      desks: [finance, policy, technology, energy],
    },
    // The next day's document is ready in advance.
    {
      name: 'Energy Today',
      slug: 'energy-today',
      audience: 'entitled',
      rhythm: 'weekdays',
      desks: [energy],
      lastDay: 1,
    },
    {
      name: 'Transport & Logistics',
      slug: 'transport-and-logistics',
      audience: 'entitled',
      rhythm: 'weekdays',
      desks: [transport],
    },
    { name: 'Markets Daily', slug: 'markets-daily', audience: 'entitled', rhythm: 'weekdays', desks: [finance] },
    { name: 'Health Watch', slug: 'health-watch', audience: 'public', rhythm: 'weekdays', desks: [health] },
    { name: 'Tech Signals', slug: 'tech-signals', audience: 'entitled', rhythm: 'weekdays', desks: [technology] },
    { name: 'Farm & Food', slug: 'farm-and-food', audience: 'entitled', rhythm: 'weekdays', desks: [agriculture] },
    { name: 'Regional Round-up', slug: 'regional-round-up', audience: 'core', rhythm: 'weekdays', desks: [regional] },
    { name: 'Policy Tracker', slug: 'policy-tracker', audience: 'entitled', rhythm: 'weekdays', desks: [policy] },
    { name: 'Retail Monitor', slug: 'retail-monitor', audience: 'entitled', rhythm: 'weekdays', desks: [retail] },
    {
      name: 'Acme Board Brief',
      slug: 'acme-board-brief',
      audience: 'entitled',
      rhythm: 'weekdays',
      desks: [technology, transport, finance],
    },
    // Given up ten days ago; its documents and the bookmarks on them are still there.
    {
      name: 'Supply Chain Insider',
      slug: 'supply-chain-insider',
      audience: 'entitled',
      rhythm: 'weekdays',
      desks: [transport, retail],
      is_active: false,
      lastDay: -10,
    },
    {
      name: 'Climate Desk',
      slug: 'climate-desk',
      audience: 'entitled',
      rhythm: 'weekdays',
      desks: [energy, policy],
      unpublished: true,
    },
  ];
}
