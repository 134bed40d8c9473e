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

/** Add new briefs at the end, because the gids of documents contain the position of the brief. */
export function briefPlans(): readonly BriefPlan[] {
  return [
    frontPage,
    morningBriefing,
    // Also has an unpublished document for the next day if that is a weekday.
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
