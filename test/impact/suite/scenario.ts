import { changedNewsroom, changes } from './changes.js';

/** For `--scenarios`. */
export default changedNewsroom(changes[process.env.CHANGE ?? '']);
