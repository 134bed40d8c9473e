// Forks `newsroom`: the first argument is the number of forks, the second the number of writes in each. Prints megabytes.
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { heapMegabytes } from '../harness/memory.js';

const [, , forks, writes] = process.argv;
const mock = createMock({ scenario: newsroom });
const before = heapMegabytes();
const copies = Array.from({ length: Number(forks) }, () => mock.fork());
for (const copy of copies) {
  for (let i = 0; i < Number(writes); i++) copy.data.application.create({ name: `Application ${i}` });
}
const after = heapMegabytes();
const last = { name: { equals: `Application ${Number(writes) - 1}` } };
const kept = copies.filter(({ data }) => data.application.findFirst({ where: last }) !== null).length;

console.log(JSON.stringify({ megabytes: after - before, kept }));
