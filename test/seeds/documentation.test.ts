import { readFileSync } from 'node:fs';
import { scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../docs/reference/scenarios.md', import.meta.url), 'utf8');
const [introduction = '', ...rest] = text.split(/^### /m);
/** The section about each scenario, by its name. */
const sections = new Map(rest.map((section) => [/^`([\w-]+)`\n/.exec(section)?.[1], section.split(/^## /m)[0]]));

describe('docs/reference/scenarios.md', () => {
  it('has a section for every scenario, in the order of the list, and links to it in the overview', () => {
    const message = 'docs/reference/scenarios.md must have the scenarios of seeds/index.ts, in their order';
    expect([...sections.keys()], message).toEqual(scenarios.map(({ name }) => name));
    const listed = [...introduction.matchAll(/^\| \[`([\w-]+)`\]\(#([\w-]+)\) \|/gm)];
    expect(
      listed.map(([, name]) => name),
      message,
    ).toEqual([...sections.keys()]);
    expect(listed.map(([, , anchor]) => anchor)).toEqual([...sections.keys()]);
  });

  it.each(scenarios)('contains the description of $name, and lists exactly its personas', (scenario) => {
    const section = sections.get(scenario.name) ?? '';
    expect(section, `the section ${scenario.name}`).toContain(`\n\n${scenario.description}.\n\n`);
    const named = [...section.matchAll(/^\| `([^`]+@[^`]+)` \|/gm)].map(([, email]) => email);
    expect(named).toEqual(scenario.personas.map(({ email }) => email));
  });
});
