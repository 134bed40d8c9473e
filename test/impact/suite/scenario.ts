import { changedNewsroom, changes } from './changes.js';

/** For `--scenarios`. */
export const scenarios = [changedNewsroom(changes[process.env.CHANGE ?? ''])];
