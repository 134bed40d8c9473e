import { loadAxe } from '../peers.js';
import type { Property } from '../property.js';
import { quoted } from '../written/code.js';

interface AxeIssue {
  id: string;
  help: string;
  nodes: { html: string }[];
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'];

export const accessible: Property = {
  name: 'accessible',
  title: 'Every state of the page is accessible',
  async check({ look, isKnown, evaluate, isAtRest }) {
    if (!isAtRest || isKnown('accessible', look.shape)) return [];
    const source = loadAxe();
    if (source === undefined) return [];
    const run = `axe.run(document, { iframes: false, runOnly: ${JSON.stringify(TAGS)}, resultTypes: ['violations'] })`;
    if ((await evaluate('typeof axe')) !== 'object') await evaluate(source);
    const issues = (await evaluate(
      `${run}.then(({ violations }) => violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ html }) => ({ html })) })))`,
    )) as AxeIssue[] | undefined;
    return (issues ?? []).map(({ id, help, nodes }) => ({
      key: id,
      sentence: `${help} (axe ${id}: ${nodes[0]?.html.slice(0, 120) ?? ''})`,
      assertion: [
        `const { violations } = await new AxeBuilder({ page }).withRules([${quoted(id)}]).analyze();`,
        '// What is in a frame, which may be of somebody else, has a target for each frame around it.',
        'const inPage = violations.flatMap(({ nodes }) => nodes).filter(({ target }) => target.length === 1);',
        'expect(inPage).toEqual([]);',
      ],
      needs: 'axe',
    }));
  },
};
