import { bookmarkCases } from './bookmark.js';
import { bookmarkListCases } from './bookmark-list.js';
import { briefCases } from './brief.js';
import { corsCases } from './cors.js';
import { documentCases } from './document.js';
import { protocolCases } from './protocol.js';
import { tokenCases } from './token.js';

export const publicApiCases = [
  ...tokenCases,
  ...corsCases,
  ...protocolCases,
  ...briefCases,
  ...documentCases,
  ...bookmarkCases,
  ...bookmarkListCases,
];
