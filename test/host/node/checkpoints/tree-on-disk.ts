import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';

/** An entry of a tree: a file with its text and mode, a link to `link`, or a folder with its entries. */
export type Node =
  | { readonly text: string; readonly mode: number }
  | { readonly link: string }
  | { readonly mode: number; readonly entries: Readonly<Record<string, Node>> };

export type Tree = Readonly<Record<string, Node>>;

const NAMES = ['a', 'b', 'c', 'äö', '-x y'];

const leaf: fc.Arbitrary<Node> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ text: fc.string({ maxLength: 20 }), mode: fc.constantFrom(0o644, 0o755, 0o400) }),
  },
  { weight: 1, arbitrary: fc.record({ link: fc.constantFrom('a', '../b', '/nowhere', 'c/äö') }) },
);

/** Small trees of few names, so that two of them have a lot of paths in common, often of other kinds. */
export const trees: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree; node: Node }>((tie) => ({
  tree: fc.dictionary(fc.constantFrom(...NAMES), tie('node'), { maxKeys: 4, depthIdentifier: 'tree' }),
  node: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 3 },
    leaf,
    fc.record({ mode: fc.constantFrom(0o755, 0o700, 0o555), entries: tie('tree') }),
  ),
})).tree;

export function writeTree(root: string, tree: Tree): void {
  mkdirSync(root, { recursive: true });
  for (const [name, node] of Object.entries(tree)) {
    const path = join(root, name);
    if ('link' in node) symlinkSync(node.link, path);
    else if ('text' in node) {
      writeFileSync(path, node.text);
      chmodSync(path, node.mode);
    } else {
      writeTree(path, node.entries);
      chmodSync(path, node.mode);
    }
  }
}

export function readTree(root: string): Tree {
  return Object.fromEntries(
    readdirSync(root).map((name): [string, Node] => {
      const path = join(root, name);
      const stat = lstatSync(path);
      const mode = stat.mode & 0o777;
      if (stat.isSymbolicLink()) return [name, { link: readlinkSync(path) }];
      if (stat.isDirectory()) return [name, { mode, entries: readTree(path) }];
      return [name, { text: readFileSync(path, 'utf8'), mode }];
    }),
  );
}

/** Every path of a tree, folders before what is in them. */
export function pathsOfTree(root: string, tree: Tree): string[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const path = join(root, name);
    return 'entries' in node ? [path, ...pathsOfTree(path, node.entries)] : [path];
  });
}

/** Whether a folder in it may be written to by nobody but root. */
export function hasReadOnlyFolder(tree: Tree): boolean {
  return Object.values(tree).some(
    (node) => 'entries' in node && ((node.mode & 0o200) === 0 || hasReadOnlyFolder(node.entries)),
  );
}
