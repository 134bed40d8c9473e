import { part } from './part.js';
import { makeReport } from './report.js';

globalThis.makeReport = () => makeReport(part);
