import { defineRow } from '../harness/bench.js';
import { interleave } from '../harness/samples.js';
import { atMost, noTarget } from '../harness/targets.js';
import { createTestProject } from '../harness/test-project.js';

/** The number of test files of a project. */
const FILES = 20;

/** What each file of a test suite costs: Vitest runs it in its own process, which loads and creates everything from scratch. */
export const testFiles = defineRow({
  id: 'test-files',

  async measure({ settings }) {
    const ours = await createTestProject('mock', FILES);
    const bare = await createTestProject('bare', FILES);
    try {
      return await interleave(settings.slowStarts, {
        ours: () => ours.processorSeconds(),
        bare: () => bare.processorSeconds(),
      });
    } finally {
      await Promise.all([ours.remove(), bare.remove()]);
    }
  },

  lines() {
    const what = 'A Vitest file with handlers and newsroom, by processor time';
    return [
      {
        what,
        target: atMost(0.1, 's', 'more than with a bare MSW handler'),
        figure: ({ ours, bare }) => ours.map((seconds, round) => (seconds - (bare[round] ?? Number.NaN)) / FILES),
      },
      { what, target: noTarget('s'), figure: ({ ours }) => ours.map((seconds) => seconds / FILES) },
    ];
  },
});
