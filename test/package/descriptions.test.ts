import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

// Reads the type declarations as an editor does, which shows the description of a member on hover.

const root = join(import.meta.dirname, '../..');
const entries = Object.values(manifest.exports).flatMap((entry) =>
  typeof entry === 'string' ? [] : [join(root, entry.import.types)],
);
const program = ts.createProgram(entries, {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  skipLibCheck: true,
});
const checker = program.getTypeChecker();

const exported = entries.flatMap((entry) => {
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.Node) as ts.Symbol;
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol));
});
const data = exported.find(({ name }) => name === 'Data') as ts.Symbol;
const tables = new Set(
  checker
    .getDeclaredTypeOfSymbol(data)
    .getProperties()
    .map(({ name }) => name),
);

const visited = new Set<ts.Type>();
/** Each member of these types, with a place where it has no description, or undefined. */
const members = new Map<ts.Declaration | ts.Symbol, string | undefined>();

beforeAll(() => {
  for (const symbol of exported) {
    if (symbol.flags & ts.SymbolFlags.Type) visit(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
    if (symbol.flags & ts.SymbolFlags.Value) visit(checker.getTypeOfSymbol(symbol), symbol.name);
  }
});

/** Visits a type, and the types of all its members, parameters and results. */
function visit(type: ts.Type, place: string): void {
  if (visited.has(type)) return;
  visited.add(type);
  for (const argument of argumentsOf(type)) visit(argument, place);
  // The members of an intersection may have their descriptions in one part only.
  if (type.isIntersection()) {
    for (const part of type.types) if (part.isClassOrInterface()) visit(part, place);
  }
  if (type.isUnion()) {
    for (const part of type.types) visit(part, place);
    return;
  }
  for (const signature of type.getCallSignatures()) {
    visit(signature.getReturnType(), place);
    for (const parameter of signature.getParameters()) visit(checker.getTypeOfSymbol(parameter), place);
  }
  // What a conditional type has depends on its type parameter; it is visited where that is given.
  if (type.flags & ts.TypeFlags.Conditional) return;
  for (const member of type.getProperties()) {
    if (isOwn(member, type) && !isInternal(member)) visitMember(member, `${place}.${member.name}`);
  }
}

function isInternal(member: ts.Symbol): boolean {
  return member.getJsDocTags(checker).some(({ name }) => name === 'internal');
}

function visitMember(member: ts.Symbol, place: string): void {
  const key = member.declarations?.[0] ?? member;
  // A member can have its description in one type and lose it in a type that is derived from that.
  const isDescribed = isTable(member) || member.getDocumentationComment(checker).length > 0;
  members.set(key, isDescribed ? members.get(key) : place);
  visit(checker.getTypeOfSymbol(member), place);
}

/** The elements of an array, the result of a promise, the fields of a zod schema. Those of an enumeration are its values. */
function argumentsOf(type: ts.Type): readonly ts.Type[] {
  return type.symbol?.name === 'ZodMiniEnum' ? [] : checker.getTypeArguments(type as ts.TypeReference);
}

/** Whether a member is declared in this package, by name. */
function isOwn(member: ts.Symbol, type: ts.Type): boolean {
  // Names such as `__@asyncDispose` are those of symbols.
  if (member.name === 'prototype' || /^(#|__@)/.test(member.name) || checker.isTupleType(type)) return false;
  return member.declarations === undefined || isOurs(member);
}

function isOurs({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => one.getSourceFile().fileName.startsWith(join(root, 'dist/')));
}

/** Whether it is a table in a type such as `{ [Name in TableName]: … }`, where no description can be written. */
function isTable({ name, declarations }: ts.Symbol): boolean {
  return declarations === undefined && tables.has(name);
}

it('finds columns, conditions of queries, fields of answers, of the journal and of snapshots, and options', () => {
  const found = [...members.keys()].map((key) =>
    'escapedName' in key ? key.name : ts.getNameOfDeclaration(key)?.getText(),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      ...['user_type', 'equals', 'orderBy', 'picker', 'installed_packages', 'wall_time', 'fingerprint', 'counters'],
      ...['webOrigin', 'services', 'publicUrl', 'mount', 'handlers', 'mockServer', 'advance_seconds'],
    ]),
  );
});

it('no description shows the id of a decision or statement, which says nothing to users', () => {
  const files = program.getSourceFiles().filter(({ fileName }) => /\/dist\/[^/]*\.d\.ts$/.test(fileName));
  const ids = files.flatMap(({ text }) => text.match(/^ *(?:\*|\/\*\*).*\b[DPUX]\d+\b.*$/gm) ?? []);
  expect(files).not.toEqual([]);
  expect(ids).toEqual([]);
});

/** The optional members of a type that do not take undefined. */
function strictOptions(type: ts.Type): string[] {
  return type.getProperties().flatMap(({ name, declarations = [] }) => {
    const isStrict = declarations.some(
      (one) => ts.isPropertySignature(one) && one.questionToken && one.type && !takesUndefined(one.type),
    );
    return isStrict ? [`${type.symbol.name}.${name}`] : [];
  });
}

function takesUndefined(node: ts.TypeNode): boolean {
  const type = checker.getTypeFromTypeNode(node);
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Any | ts.TypeFlags.Unknown));
}

it('every interface and class that users come across is exported, so that an export of theirs can have its type', () => {
  const named = [...visited].map(({ symbol }) => symbol).filter((symbol) => symbol !== undefined);
  const missing = named.filter(
    (symbol) =>
      symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class) && !exported.includes(symbol) && isOurs(symbol),
  );
  expect([...new Set(missing.map(({ name }) => name))].sort()).toEqual([]);
});

it('an option that may be left out may be undefined too, as a variable is that was not set', () => {
  const isInput = ({ name }: ts.Symbol) => /Options$|^(Duration|ClockChange|ListQuery)$/.test(name);
  const inputs = [...visited].filter(({ symbol }) => symbol !== undefined && isInput(symbol) && isOurs(symbol));
  const strict = inputs.flatMap(strictOptions);
  expect(strict).toEqual([]);
});

it('every member of the exported types has a description', () => {
  const undescribed = [...members.values()].filter((place) => place !== undefined);
  expect(undescribed).toEqual([]);
});
