import { makeReport } from './report.js';

globalThis.makeReport = makeReport;
