import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const dist = join(import.meta.dirname, '../../dist');

/** Types whose members users write or read by hand, by the file that exports them. */
const described = {
  'index.d.ts': [
    ...['MockOptions', 'BehaviorOptions', 'SessionOptions', 'HistoryOptions', 'ResetOptions'],
    ...['FaultRule', 'FaultAnswer', 'Fault', 'JournalEntry', 'JournalFilter', 'SessionInfo', 'SnapshotInfo'],
    ...['HistoryEntry', 'Enveloped', 'FailureDetails'],
  ],
  'handlers.d.ts': ['HandlerOptions'],
  'server.d.ts': ['ServerOptions'],
  'vitest.d.ts': ['SetupMockOptions'],
};

const files = Object.keys(described).map((file) => join(dist, file));
const program = ts.createProgram(files, {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

it.each(Object.entries(described))(
  'every member of the types in %s has a description, as editors show it',
  (file, types) => {
    const source = program.getSourceFile(join(dist, file)) as ts.SourceFile;
    const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
    const undescribed = types.flatMap((name) => {
      const symbol = exported.find((one) => one.name === name);
      if (symbol === undefined) return [`${name} is not exported`];
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const members = checker.getDeclaredTypeOfSymbol(target).getProperties();
      return members
        .filter((member) => member.getDocumentationComment(checker).length === 0)
        .map((member) => `${name}.${member.name}`);
    });
    expect(undescribed).toEqual([]);
  },
);
