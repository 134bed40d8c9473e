// `createServer` of the package, as applications use it. The first argument is the number of users.
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { readers } from '../scenarios/readers.js';
import { sayReady } from './stated-answers.js';

const mock = createMock({ scenario: readers(Number(process.argv[2])) });
sayReady(await createServer(mock, { port: 0 }).listen());
