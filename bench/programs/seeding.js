// Seeds as many users as the first argument says, in a process of its own. Writes milliseconds and megabytes.
import { createMock } from 'briefs-mock';
import { residentMegabytes } from '../harness/memory.js';
import { readers } from '../scenarios/readers.js';

const users = Number(process.argv[2]);
const scenario = readers(users);
const started = performance.now();
const mock = createMock({ scenario });
const milliseconds = performance.now() - started;
const resident = process.memoryUsage.rss() / 1e6;
const afterCollection = residentMegabytes();

const { user, brief_entitlement } = mock.data;
console.log(
  JSON.stringify({
    milliseconds,
    resident,
    afterCollection,
    users: user.count(),
    entitlements: brief_entitlement.count(),
  }),
);
