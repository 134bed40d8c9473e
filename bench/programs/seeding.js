// Seeds users in a new process; the first argument is their number. Prints milliseconds and megabytes.
import { createMock } from 'briefs-mock';
import { residentMegabytes } from '../harness/memory.js';
import { timed } from '../harness/timed.js';
import { nameOf, readers } from '../scenarios/readers.js';

const users = Number(process.argv[2]);
const mock = createMock({ scenarios: [readers(users)] });
const time = timed(() => mock.reset({ scenario: nameOf(users) }));
const resident = process.memoryUsage.rss() / 1e6;
const afterCollection = residentMegabytes();

const { user, brief_entitlement } = mock.data;
const made = { users: user.count(), entitlements: brief_entitlement.count() };
console.log(JSON.stringify({ ...time, resident, afterCollection, ...made }));
