// As many forks of newsroom as the first argument says, with so many writes in each as the second. Writes megabytes.
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { residentMegabytes } from '../harness/memory.js';

const [, , forks, writes] = process.argv;
const mock = createMock({ scenario: newsroom });
const before = residentMegabytes();
const copies = Array.from({ length: Number(forks) }, () => mock.fork());
for (const copy of copies) {
  for (let i = 0; i < Number(writes); i++) copy.data.application.create({ name: `Application ${i}` });
}
const after = residentMegabytes();
const last = { name: { equals: `Application ${Number(writes) - 1}` } };
const kept = copies.filter(({ data }) => data.application.findFirst({ where: last }) !== null).length;

console.log(JSON.stringify({ megabytes: after - before, kept }));
