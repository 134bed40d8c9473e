// Loaded into every server before its own code: tells what it takes of the machine.
import { executionAsyncResource } from 'node:async_hooks';
import { answerCalls } from '../harness/answer-calls.js';
import { residentMegabytes } from '../harness/memory.js';

answerCalls({
  resident: residentMegabytes,
  processorSeconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
});

// Node makes an object for every `process.nextTick`. A full collection that finds none of them alive has V8 forget what they
// look like, and from then on an answer takes a tenth more: one is kept.
/** @type {object[]} */
const ticks = [];
process.nextTick(() => ticks.push(executionAsyncResource()));
