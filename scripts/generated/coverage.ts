import { cases } from '../../tools/conform/cases/index.js';

const ROW = /^\| ((?:PUB|UD|UP)-[A-Z]\d+) \| (.*) \| (.*?) ?\|$/gm;
const CASE = /(?:, )?`(?:public-api|user-data|user-preference)\/[^`]+`(?!: ")/g;

/** The page of all statements, each with the cases that are about it, beside the tests and decisions that are named by hand. */
export function coverageOfCases(page: string): string {
  return page.replaceAll(ROW, (_, id: string, statement: string, shownBy: string) => {
    const byHand = shownBy.replaceAll(CASE, '').replace(/^, /, '');
    const shown = cases.filter(({ ids }) => ids.includes(id)).map((one) => `\`${one.id}\``);
    const all = [...(byHand === '' ? [] : [byHand]), ...shown];
    return `| ${id} | ${statement} | ${all.join(', ')}${all.length === 0 ? '' : ' '}|`;
  });
}
