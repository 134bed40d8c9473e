// Loaded into every server before its own code: tells what it takes of the machine.
import { answerCalls } from '../harness/answer-calls.js';
import { residentMegabytes } from '../harness/memory.js';

answerCalls({
  resident: residentMegabytes,
  processorSeconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  },
});
