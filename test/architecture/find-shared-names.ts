import { parseAst } from 'vitest/node';
import { BARRELS } from './rules.js';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** One place where a file exports a name. */
interface ExportPlace {
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
}

/**
 * Names that several files export, so that whoever reads one has to look where it comes from. What the barrels export
 * again is the same thing and does not count. Shape: one sentence for each name, which starts with its first file;
 * `sources` maps paths below `src`.
 */
export function findSharedNames(sources: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, Map<string, ExportPlace>>();
  for (const [file, source] of sources) {
    if (!/\.tsx?$/.test(file) || BARRELS.includes(file) || !source.includes('export ')) continue;
    for (const { name, start } of readExports(file, source)) {
      const byFile = places.get(name) ?? new Map<string, ExportPlace>();
      places.set(name, byFile);
      // A type and a value of one name, and the overloads of a function, are one thing.
      if (!byFile.has(file)) byFile.set(file, { file, line: source.slice(0, start).split('\n').length });
    }
  }
  return [...places].flatMap(([name, byFile]) => {
    const [first, ...others] = [...byFile.values()];
    if (first === undefined || others.length === 0) return [];
    const also = others.map(({ file, line }) => `${file}:${line}`).join(' and ');
    return [`${first.file}:${first.line} exports ${name}, and so does ${also}: a name has one meaning`];
  });
}

/** The names that a file exports, those of another module included when it has imported them first. */
function readExports(
  file: string,
  source: string,
): readonly { readonly name: string; readonly start: number }[] {
  const { body } = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }, file) as unknown as {
    readonly body: readonly Node[];
  };
  return body
    .filter(({ type, source: from }) => type === 'ExportNamedDeclaration' && from === null)
    .flatMap((statement) => {
      const specifiers = statement['specifiers'] as readonly Node[];
      const names = [
        ...specifiers.map((specifier) => specifier['exported']),
        ...(isNode(statement['declaration']) ? declaredBy(statement['declaration']) : []),
      ];
      return names.filter(isNode).flatMap((node) => readNames(node, statement.start));
    });
}

/** The names of a declaration, as identifiers or patterns. */
function declaredBy(declaration: Node): readonly unknown[] {
  if (declaration.type !== 'VariableDeclaration') return [declaration['id']];
  return (declaration['declarations'] as readonly Node[]).map((declarator) => declarator['id']);
}

/** The identifiers in a pattern, such as both of `{ a, b: [c] }`. */
function readNames(node: Node, start: number): readonly { readonly name: string; readonly start: number }[] {
  if (node.type === 'Identifier') return [{ name: String(node['name']), start }];
  const children = [
    node['properties'],
    node['elements'],
    node['value'],
    node['argument'],
    node['left'],
  ].flat();
  return children.filter(isNode).flatMap((child) => readNames(child, start));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
