import type {
  AbsPath,
  Entry,
  GrepMatch,
  RelPath,
  RootPhase,
  SearchHit,
  WorkspaceProtocol,
} from '../../src/actors/protocol/workspace.js';
import { isWithin, nameOf, parentOf } from '../../src/actors/protocol/rel-path.js';
import { packSearch } from '../../src/actors/protocol/packed-search.js';
import type { ActorBody } from '../../src/actors/runtime/ref.js';
import { excerptLine } from '../../src/workers/grep/excerpt-line.js';
import { localRef, type LocalRef } from './local-ref.js';

/** The files of each root, as text by path. */
export type MemoryFiles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * A workspace actor over files in memory. It answers as the real one does where the tools can tell: a fuzzy search is
 * "the letters in order", `closest` is "the same first letter", a page of a listing has 500 entries, and matches come
 * in batches with the last file first.
 */
export function memoryWorkspace(
  files: MemoryFiles,
  options: { readonly phase?: RootPhase; readonly asks?: Partial<ActorBody<WorkspaceProtocol>['asks']> } = {},
): LocalRef<WorkspaceProtocol> {
  const phase = options.phase ?? 'ready';
  const roots = Object.keys(files) as AbsPath[];
  const pathsOf = (root: AbsPath): RelPath[] => Object.keys(files[root] ?? {}).sort() as RelPath[];

  return localRef<WorkspaceProtocol>('workspace', {
    asks: {
      status: () =>
        roots.map((root) => ({
          root,
          phase,
          files: pathsOf(root).length,
          directories: 0,
          bytes: 0,
          scanMs: 0,
          leftOut: 0,
          repaired: 0,
          watcherRestarts: 0,
          warnings: [],
        })),
      whenReady: () => [],
      search: ({ query, root: only, limit }) => {
        const hits = roots
          .filter((root) => only === undefined || root === only)
          .flatMap((root) => entriesOf(root, pathsOf(root)))
          .filter(({ path }) => holdsInOrder(path, query))
          .map((entry): SearchHit => Object.assign(entry, { score: 0, ranges: [] }));
        return packSearch({
          hits: hits.slice(0, limit),
          state: phase === 'ready' ? 'ready' : 'partial',
          hasMore: hits.length > limit,
        });
      },
      async *files({ root: only }) {
        for (const root of roots)
          if (only === undefined || root === only) yield { root, paths: pathsOf(root) };
      },
      tree: ({ root, path }) => ({ text: `Directory of ${root}/${path}:`, isTruncated: false }),
      allTrees: () => ({ text: '', isTruncated: false }),
      list: ({ root, path, page }) => {
        if (pathsOf(root).includes(path)) {
          return { children: null, hasNextPage: false, hasPrevPage: false, itemsRemaining: 0 };
        }
        const children = entriesOf(root, pathsOf(root)).filter((entry) => parentOf(entry.path) === path);
        children.sort((a, b) => Number(b.isDir) - Number(a.isDir));
        const shown = children.slice((page - 1) * 500, page * 500);
        const itemsRemaining = Math.max(0, children.length - page * 500);
        return { children: shown, hasNextPage: itemsRemaining > 0, hasPrevPage: page > 1, itemsRemaining };
      },
      filesInDirectory: ({ root, path, maxResults }) =>
        pathsOf(root)
          .filter((file) => isWithin(file, path))
          .slice(0, maxResults),
      async *readFolders() {},
      expandGlobs: (globs) => globs.map(() => null),
      async *grep({
        pattern,
        isRegex,
        caseSensitive,
        root: only,
        under = '' as RelPath,
        maxMatches,
        ...rest
      }) {
        const source = isRegex ? pattern : pattern.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
        const isSensitive = caseSensitive === 'smart' ? /\p{Lu}/u.test(source) : caseSensitive;
        const regex = new RegExp(source, isSensitive ? 'u' : 'iu');
        const searched = roots
          .filter((root) => only === undefined || root === only)
          .flatMap((root) => pathsOf(root).map((path) => ({ root, path })))
          .filter(({ path }) => isWithin(path, under));
        let matches = 0;
        for (const { root, path } of searched.toReversed()) {
          const found = matchLines(root, path, files[root]?.[path] ?? '', regex, rest.maxLineChars).slice(
            0,
            maxMatches - matches,
          );
          matches += found.length;
          yield { matches: found };
        }
        const isCapped = matches === maxMatches;
        yield { matches: [], summary: { filesSearched: searched.length, matches, isCapped, unreadable: 0 } };
      },
      closest: ({ root, path, limit }) =>
        pathsOf(root)
          .filter((file) => nameOf(file)[0] === nameOf(path)[0])
          .slice(0, limit),
      refresh: () => [],
      ...options.asks,
    },
    tells: { touch: () => undefined },
  });
}

function entriesOf(root: AbsPath, paths: readonly RelPath[]): Entry[] {
  const directories = new Set<RelPath>();
  for (const path of paths) {
    for (let up = parentOf(path); up !== ''; up = parentOf(up)) directories.add(up);
  }
  const entry = (path: RelPath, isDir: boolean): Entry => ({
    root,
    path,
    isDir,
    isSymlink: path.endsWith('.link'),
    isCore: false,
    mtimeMs: 0,
  });
  return [
    ...[...directories].map((path) => entry(path, true)),
    ...paths.map((path) => entry(path, false)),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function matchLines(
  root: AbsPath,
  path: RelPath,
  text: string,
  regex: RegExp,
  maxLineChars = Infinity,
): GrepMatch[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const match = regex.exec(line);
    if (match === null) return [];
    const shown = excerptLine(line, [match.index], maxLineChars);
    return [{ root, path, line: index + 1, column: match.index + 1, ...shown, before: [], after: [] }];
  });
}

function holdsInOrder(path: string, letters: string): boolean {
  let at = 0;
  for (const letter of path.toLowerCase()) if (letter === letters.toLowerCase()[at]) at += 1;
  return at === letters.length;
}
