import { basename, dirname, join } from 'node:path';
import { type PathInspection, NOTHING_FOUND } from '../../../actors/approvals/protected/judge-touched.js';
import { findProtection, type ProtectedPlace } from '../../../actors/approvals/protected/protected-places.js';
import type { TouchedPath } from '../../../actors/protocol/tool.js';
import type { AbsPath, FolderPart } from '../../../actors/protocol/workspace.js';
import { isInside } from '../../../actors/runtime/paths/is-inside.js';
import { isThere } from '../../../workers/disk/is-there.js';
import { findGitPlaces } from './find-git-places.js';

// A fraction of a second to look at, and more than any folder that is not generated.
const MAX_ENTRIES = 50_000;
// As many as a person reads.
const MAX_CONTAINED = 20;
// Packages come with settings of their own, which nothing obeys there.
const GENERATED = 'node_modules';

interface InspectOptions {
  /** The entries of folders, read off this thread: all of those below a folder that is deleted are looked at. */
  readonly readFolders: (folders: readonly string[]) => Promise<AsyncIterable<readonly FolderPart[]>>;
  /** That of git. Default: that of this process. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * Finds what the disk alone shows about paths that a call would change: the hooks and the own folders of the
 * repositories they are in, folders that look like bare repositories, and protected places in folders that are deleted.
 * Never rejects for want of git or of a file. Runs no program of a repository. Source: SPEC T10.
 */
export async function inspectPaths(
  touched: readonly TouchedPath[],
  roots: readonly AbsPath[],
  { readFolders, environment = process.env }: InspectOptions,
): Promise<PathInspection> {
  if (touched.length === 0) return NOTHING_FOUND;
  const paths = touched.map(({ absolute }) => absolute);
  const folders = new Set<string>();
  const bare: ProtectedPlace[] = [];
  for (const path of paths) {
    for (const folder of await findRepositoryStarts(path, roots)) folders.add(folder);
    const found = await findBareRepository(path, roots, paths);
    if (found !== undefined) bare.push({ path: found, kind: 'git folder' });
  }
  const ofGit = await Promise.all([...folders].map((folder) => findGitPlaces(folder, environment)));
  const places = [...ofGit.flat(), ...bare];
  const search = { roots, places, readFolders };
  const trees = await Promise.all(
    touched.filter(({ isTree }) => isTree === true).map((tree) => searchTree(tree.absolute, search)),
  );
  return {
    places,
    contained: trees.flatMap(({ contained }) => contained),
    unread: trees.flatMap(({ unread }) => unread),
  };
}

/** The folders above a path that hold a `.git`, and the root, which may lie in a repository. */
async function findRepositoryStarts(path: string, roots: readonly AbsPath[]): Promise<readonly string[]> {
  const above = foldersAbove(path, roots);
  const held = await Promise.all(above.map((folder) => isThere(join(folder, '.git'))));
  return [...above.filter((_, index) => held[index] === true), above.at(-1) ?? dirname(path)];
}

/** The folder that git would take for a bare repository once the paths exist, and that holds `path`. */
async function findBareRepository(
  path: string,
  roots: readonly AbsPath[],
  created: readonly string[],
): Promise<string | undefined> {
  for (const folder of foldersAbove(path, roots)) {
    const has = async (name: string): Promise<boolean> =>
      created.some((one) => isInside(join(folder, name).toLowerCase(), one.toLowerCase())) ||
      (await isThere(join(folder, name)));
    if (!(await has('HEAD'))) continue;
    if ((await has('objects')) || (await has('refs')) || (await has('commondir'))) return folder;
  }
  return undefined;
}

interface TreeSearch extends Pick<InspectOptions, 'readFolders'> {
  readonly roots: readonly AbsPath[];
  readonly places: readonly ProtectedPlace[];
}

/** Looks for protected places level by level. A tree that could not be looked at whole is unread. */
async function searchTree(
  tree: string,
  search: TreeSearch,
): Promise<Pick<PathInspection, 'contained' | 'unread'>> {
  const contained: string[] = [];
  let seen = 0;
  try {
    for (let level = [tree]; level.length > 0;) {
      const next: string[] = [];
      for await (const parts of await search.readFolders(level)) {
        for (const { folder, folders, others } of parts) {
          seen += folders.length + others.length;
          if (seen > MAX_ENTRIES) return { contained, unread: [tree] };
          const isFolder = new Set(folders);
          for (const name of [...folders, ...others]) {
            const path = join(folder, name);
            const isBare = name === 'HEAD' && (await isThere(join(folder, 'objects')));
            if (isBare || findProtection(path, search.roots, search.places) !== undefined) {
              contained.push(path);
              if (contained.length === MAX_CONTAINED) return { contained, unread: [] };
            } else if (isFolder.has(name) && name !== GENERATED) next.push(path);
          }
        }
      }
      level = next;
    }
    return { contained, unread: [] };
  } catch {
    return { contained, unread: [tree] };
  }
}

/** The folders from the one that holds `path`, or that it is, up to the outermost root. */
function foldersAbove(path: string, roots: readonly AbsPath[]): readonly string[] {
  const folders: string[] = [];
  for (let folder = path; roots.some((root) => isInside(root, folder)); folder = dirname(folder)) {
    folders.push(folder);
    if (basename(folder) === '') break;
  }
  return folders;
}
