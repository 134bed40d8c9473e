// What the command needs. The entry of the package has less: what a config file imports.
export type { ExploreConfig } from './config.js';
export { expectRules } from './expect-rules.js';
export { Exploration, type ExploreProgress, extentOf } from './explore.js';
export { BugFiles, exploreJunit } from './findings.js';
export { launch, loadAxe, loadDriver, NO_AXE } from './peers.js';
export { expectPlan, expectProperty } from './read-plan.js';
export { replaySteps } from './replay.js';
export { startFrom } from './small-scenario.js';
export { describeTarget, type Plan } from './step.js';
export { ExploredApp } from './world.js';
