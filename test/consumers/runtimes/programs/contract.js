import { makeReport } from './report.js';

console.log(JSON.stringify(await makeReport()));
