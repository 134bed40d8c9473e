// Preloaded into every server: reports its memory and processor time.
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

// Node creates an object for every `process.nextTick`. If a full garbage collection finds none of them alive, V8 drops their
// hidden class, and every answer takes about 10% longer from then on. So one of them is kept alive.
/** @type {object[]} */
const ticks = [];
process.nextTick(() => ticks.push(executionAsyncResource()));
