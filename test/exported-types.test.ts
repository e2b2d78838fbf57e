import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API, SymbolFlags, type Project, type Symbol } from 'typescript/unstable/sync';
import { isIdentifier, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const TYPES = join(root, 'dist/types');

const DECLARES_TYPE: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ClassDeclaration,
  SyntaxKind.EnumDeclaration,
  SyntaxKind.InterfaceDeclaration,
  SyntaxKind.TypeAliasDeclaration,
]);

let dir: string;
let api: API;

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-types-'));
  api = new API();
});
afterAll(() => {
  api.close();
  rmSync(dir, { recursive: true, force: true });
});

/** A project of one declaration file, as the compiler sees it. */
function open(file: string): Project {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  const config = join(dir, `tsconfig.${randomUUID()}.json`);
  writeFileSync(config, JSON.stringify({ compilerOptions, files: [file] }));
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
  if (project === undefined) throw new Error('The compiler opened no project.');
  return project;
}

/** Types of our own that what a file exports is declared with, and that it does not export: `name <- by what`. */
function findMissing(project: Project, file: string, isOurs: (path: string) => boolean): readonly string[] {
  const { checker, program } = project;
  const source = program.getSourceFile(file);
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${file} is no module.`);
  const follow = (symbol: Symbol): Symbol =>
    (symbol.flags & SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => ({ name: symbol.name, symbol: follow(symbol) }));
  const ids = new Set(exported.map(({ symbol }) => symbol.id));
  const missing = new Set<string>();
  for (const { name, symbol } of exported) {
    const visit = (node: Node): void => {
      const named = isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined;
      const meant = named === undefined ? undefined : follow(named);
      const declares = meant?.declarations.some(({ kind, path }) => DECLARES_TYPE.has(kind) && isOurs(path));
      if (meant !== undefined && declares === true && !ids.has(meant.id))
        missing.add(`${meant.name} <- ${name}`);
      node.forEachChild(visit);
    };
    for (const declaration of symbol.declarations) {
      const node = declaration.resolve(project);
      if (node !== undefined) visit(node);
    }
  }
  return [...missing].sort();
}

describe('the types that a program sees', () => {
  test('can all be named by it', () => {
    const file = join(TYPES, 'host/api.d.ts');
    expect(findMissing(open(file), file, (path) => path.includes('/dist/types/'))).toEqual([]);
  });

  test('at the door for tests can all be named by one who has both doors', () => {
    const file = join(dir, 'both-doors.d.ts');
    const doors = ['api', 'testing'].map((door) => `export * from '${TYPES}/host/${door}.js';\n`);
    writeFileSync(file, doors.join(''));
    expect(findMissing(open(file), file, (path) => path.includes('/dist/types/'))).toEqual([]);
  });

  test('are missed where they are not exported', () => {
    const file = join(dir, 'door.d.ts');
    writeFileSync(join(dir, 'inner.d.ts'), 'export interface Inner {}\nexport interface Known {}\n');
    writeFileSync(
      file,
      `import type { Inner, Known } from './inner.js';
type Local = 'a';
export declare class Door { #secret: Inner; open(how: Local): Map<string, Known>; wait: Promise<Inner>; }
export type { Known };
`,
    );
    writeFileSync(join(dir, 'package.json'), JSON.stringify({ type: 'module' }));
    expect(findMissing(open(file), file, () => true)).toContain('Local <- Door');
    expect(findMissing(open(file), file, (path) => path.includes('inner'))).toEqual(['Inner <- Door']);
  });
});
