/**
 * Names that the export of a scenario cannot have: words of the language, and what the modules that are written import or declare
 * beside it.
 */
const TAKEN: ReadonlySet<string> = new Set(
  `arguments await break case catch class const continue debugger default defineScenario delete do else enum eval expect export
  extends false finally for function if implements import in instanceof interface JSON let mock new null package private protected
  public return routes setupMock static super switch tables test this throw true try typeof var void while with yield`.split(
    /\s+/,
  ),
);

/** The name under which a module exports a scenario: that of the scenario in camel case, if a constant can have it. */
export function exportOf(scenario: string): string {
  const toUpper = (_: string, letter = '') => letter.toUpperCase();
  const name = scenario.replaceAll(/[^A-Za-z0-9]+(.)?/g, toUpper);
  const isFree = /^[A-Za-z]/.test(name) && !TAKEN.has(name) && !/^mark\d*$/.test(name);
  return isFree ? name : `scenario${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
