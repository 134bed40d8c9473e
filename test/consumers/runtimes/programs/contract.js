import { part } from './part.js';
import { makeReport } from './report.js';

// Bun has another engine than Node.
console.log(JSON.stringify(await makeReport('Bun' in globalThis ? {} : part)));
