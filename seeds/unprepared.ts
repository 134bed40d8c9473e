import type { PreparedState } from '../src/scenario/prepared-state.js';

/** For browsers: the prepared state would make a bundle twice as large. Others get the module that the build writes. */
export const newsroomState: PreparedState | undefined = undefined;
