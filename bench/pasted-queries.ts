import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Random } from './make-tree.js';
import { splitPath } from './path-parts.js';
import type { QueryMaker } from './queries.js';

const MOST_LINES = 400;
const MOST_COLUMNS = 80;
const MOST_SEGMENTS = 3;

/** What is pasted from elsewhere instead of typed. `root` is the folder that the paths are below. */
export function pastedKinds(root: string): Record<'pasted' | 'specifier', QueryMaker> {
  return {
    /** A whole path as terminals, diffs, logs, editors and chats write it. */
    pasted(path, random) {
      const start = random.pick(STARTS)(path, random, root);
      const place = random.pick(PLACES)(random);
      const [open, close] = random.pick(QUOTES);
      const text = `${open}${start}${place}${close}`;
      return text === path ? undefined : text;
    },
    /** What a program's `import` or `#include` says of a file, which is never all of its path. */
    specifier(path, random) {
      const { name } = splitPath(path);
      const maker = SPECIFIERS.find(([extensions]) => extensions.test(name))?.[1];
      return maker?.(path, random);
    },
  };
}

const STARTS: readonly ((path: string, random: Random, root: string) => string)[] = [
  (path) => path,
  (path) => path,
  (path) => `./${path}`,
  (path) => `a/${path}`,
  (path) => `b/${path}`,
  (path, _random, root) => join(root, path),
  (path, _random, root) => pathToFileURL(join(root, path)).href,
  (path, random) => `@scope/${lastSegments(path, random)}`,
];

const PLACES: readonly ((random: Random) => string)[] = [
  () => '',
  () => '',
  (random) => `:${line(random)}`,
  (random) => `:${line(random)}:${column(random)}`,
  (random) => `#L${line(random)}`,
  (random) => `(${line(random)},${column(random)})`,
];

const QUOTES = [
  ['', ''],
  ['', ''],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
] as const;

/** By the names of files: what imports them says. */
const SPECIFIERS: readonly (readonly [RegExp, QueryMaker])[] = [
  [
    /^[^.]+\.(?:[cm]?[jt]s|[jt]sx)$/,
    (path, random) => {
      const module = withoutExtension(lastSegments(path, random)).replace(/(?<=\/)index$/, (name) =>
        random.chance(0.5) ? name : '',
      );
      const bare = module.replace(/\/$/, '');
      return random.pick([
        () => `${'../'.repeat(1 + random.below(3))}${bare}`,
        () => `${'../'.repeat(1 + random.below(3))}${bare}${bare === module ? '.js' : ''}`,
        () => `@/${bare}`,
        () => `@scope/${bare}`,
        () => bare,
      ])();
    },
  ],
  [
    /\.pyi?$/,
    (path, random) => {
      const dotted = withoutExtension(lastSegments(path, random)).replaceAll('/', '.');
      return (random.chance(0.25) ? '.' : '') + dotted.replace(/\.__init__$/, '');
    },
  ],
  [
    /\.(?:h|hpp|hh)$/,
    (path, random) => {
      const tail = lastSegments(path, random);
      return random.chance(0.5) ? `<${tail}>` : `"${tail}"`;
    },
  ],
];

/** The name, and with it one or two of the folders above. */
function lastSegments(path: string, random: Random): string {
  return path
    .split('/')
    .slice(-2 - random.below(MOST_SEGMENTS - 1))
    .join('/');
}

function withoutExtension(path: string): string {
  return path.replace(/(?<=[^/])\.[^./]*$/, '');
}

function line(random: Random): number {
  return 1 + random.below(MOST_LINES);
}

function column(random: Random): number {
  return 1 + random.below(MOST_COLUMNS);
}
