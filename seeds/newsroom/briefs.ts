import {
  acmeBoardBrief,
  type BriefPlan,
  climateDesk,
  energyToday,
  farmAndFood,
  frontPage,
  healthWatch,
  marketsDaily,
  morningBriefing,
  policyTracker,
  regionalRoundUp,
  retailMonitor,
  supplyChainInsider,
  techSignals,
  transportAndLogistics,
} from '../factories/briefs.js';

/** The briefs in the order in which they were founded. New ones go at the end: documents are numbered by place. */
export function briefPlans(): readonly BriefPlan[] {
  return [
    frontPage,
    morningBriefing,
    // The next day's document is ready in advance.
    { ...energyToday, lastDay: 1 },
    transportAndLogistics,
    marketsDaily,
    healthWatch,
    techSignals,
    farmAndFood,
    regionalRoundUp,
    policyTracker,
    retailMonitor,
    acmeBoardBrief,
    supplyChainInsider,
    climateDesk,
  ];
}
