import { bookmarkCases } from './bookmark.js';
import { briefCases } from './brief.js';
import { corsCases } from './cors.js';
import { documentCases } from './document.js';
import { tokenCases } from './token.js';

export const publicApiCases = [...tokenCases, ...corsCases, ...briefCases, ...documentCases, ...bookmarkCases];
