import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { ToolExecutionError } from '../../../../actors/protocol/errors.js';
import type { FileVersion, VersionChange } from '../../../../actors/protocol/file-version.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { alreadyExistsError } from '../../file-changes/change-errors.js';
import { type EntryHash, hashOfLink, hashOfTree } from '../../file-changes/entry-hash.js';
import { nameAside, type PlannedChangeStep, splitEntryPath } from '../../file-changes/plan-steps.js';
import { isSameVersion } from '../../../../actors/checkpoints/same-version.js';
import type { VersionReader } from '../version-reader.js';
import { stageTree, stageVersion, type TreeVersion } from './stage-version.js';

type Versions = ReadonlyMap<AbsPath, VersionChange>;

// The mode of a folder that no version names. The person's umask is not applied.
const NEW_FOLDER_MODE = 0o755;
// Its owner may make entries in it.
const OWNER_WRITES = 0o300;

/**
 * The steps that make each path its `after`. Whole new folders are made aside and appear at once; whole old ones
 * disappear at once. A folder in which there is something else stays. Expects that `before` is what is on the disk.
 * Errors: `FileExistsError` and `ToolExecutionError` where something else is in the way; those of Node's `fs`.
 */
export async function planRestore(
  changes: readonly VersionChange[],
  id: string,
  reader: VersionReader,
): Promise<readonly PlannedChangeStep[]> {
  const versions: Versions = new Map(changes.map((change) => [change.path, change]));
  let number = 0;
  const aside = (path: AbsPath, what: 'new' | 'old'): string =>
    nameAside(basename(path), id, (number += 1), what);
  const first: PlannedChangeStep[] = [];
  const goes: PlannedChangeStep[] = [];
  const comes: PlannedChangeStep[] = [];
  const last: PlannedChangeStep[] = [];

  // Folders come before what is in them.
  const ordered = [...changes].sort((a, b) => a.path.length - b.path.length);
  const emptied = await findEmptied(ordered, versions);
  const topmost = new Map<AbsPath, TreeVersion[]>();
  for (const { path, before, after } of ordered) {
    if (isSameVersion(before, after)) continue;
    if (before !== null && before.kind === after?.kind && isSameContent(before, after)) {
      const step = setMode(path, before, after);
      (step.isFirst ? first : last).push({ step });
      continue;
    }
    const isReplaced =
      before !== null && after !== null && before.kind !== 'directory' && after.kind !== 'directory';
    if (isReplaced) {
      const like = join(dirname(path), basename(path));
      comes.push({
        step: {
          ...splitEntryPath(path),
          kind: 'replace',
          staged: aside(path, 'new'),
          newHash: hashOf(after),
          kept: aside(path, 'old'),
          oldHash: hashOf(before),
        },
        source: { stage: (staged) => stageVersion(staged, after, reader, like) },
      });
      continue;
    }
    if (before !== null && !isBelowAny(path, emptied)) {
      if (before.kind !== 'directory')
        goes.push({
          step: {
            ...splitEntryPath(path),
            kind: 'remove',
            kept: aside(path, 'old'),
            oldHash: hashOf(before),
          },
        });
      else if (emptied.has(path))
        goes.push({
          step: {
            ...splitEntryPath(path),
            kind: 'remove',
            kept: aside(path, 'old'),
            oldHash: hashOfTree(
              below(path, changes, (change) => change.before).map(({ path: place, version }) => ({
                path: place,
                hash: version.kind === 'directory' ? null : hashOf(version),
              })),
            ),
          },
        });
      else if (after !== null) throw inTheWayError(path);
    }
    if (after === null) continue;
    const top = await findTopmost(path, versions);
    if (top === path && after.kind !== 'directory')
      comes.push({
        step: { ...splitEntryPath(path), kind: 'create', staged: aside(path, 'new'), newHash: hashOf(after) },
        source: { stage: (staged) => stageVersion(staged, after, reader) },
      });
    else addToTree(topmost, top, path, after);
  }
  for (const [path, entries] of topmost) {
    const own = entries.find((entry) => entry.path === '')?.version;
    const mode = own?.kind === 'directory' ? own.mode : NEW_FOLDER_MODE;
    const others = withFolders(entries.filter((entry) => entry.path !== ''));
    comes.push({
      step: {
        ...splitEntryPath(path),
        kind: 'create',
        staged: aside(path, 'new'),
        newHash: hashOfTree(
          others.map(({ path: place, version }) => ({
            path: place,
            hash: version.kind === 'directory' ? null : hashOf(version),
          })),
        ),
      },
      source: { stage: (staged) => stageTree(staged, mode, others, reader) },
    });
  }
  return [...first, ...goes, ...comes, ...last];
}

/** The folders that go as a whole: nothing stays in them. */
async function findEmptied(
  ordered: readonly VersionChange[],
  versions: Versions,
): Promise<ReadonlySet<AbsPath>> {
  const emptied = new Set<AbsPath>();
  for (const { path, before, after } of ordered) {
    if (before?.kind !== 'directory' || after?.kind === 'directory' || isBelowAny(path, emptied)) continue;
    if (await goesWhole(path, versions)) emptied.add(path);
  }
  return emptied;
}

async function goesWhole(folder: AbsPath, versions: Versions): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name) as AbsPath;
    const change = versions.get(path);
    if (change === undefined || change.after !== null) return false;
    if (entry.isDirectory() && !(await goesWhole(path, versions))) return false;
  }
  return true;
}

/** The outermost folder that has to be made for a path; the path itself when the one around it is there. */
async function findTopmost(path: AbsPath, versions: Versions): Promise<AbsPath> {
  let top = path;
  for (
    let parent = dirname(path) as AbsPath;
    parent !== dirname(parent);
    parent = dirname(parent) as AbsPath
  ) {
    const change = versions.get(parent);
    if (change?.after?.kind === 'directory' && change.before?.kind === 'directory') return top;
    if (change?.after === undefined || change.after === null) {
      const isFolder = await isFolderAt(parent);
      if (isFolder === true) return top;
      // A file that goes, by another change of this plan, makes room.
      if (isFolder === false && change?.before?.kind === undefined) throw alreadyExistsError(parent);
    } else if (change.after.kind !== 'directory') throw alreadyExistsError(parent);
    top = parent;
  }
  return top;
}

/** `undefined` when nothing is there. Errors: those of Node's `fs`. */
async function isFolderAt(path: AbsPath): Promise<boolean | undefined> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (isMissingError(error)) return undefined;
    throw error;
  }
}

function addToTree(
  trees: Map<AbsPath, TreeVersion[]>,
  top: AbsPath,
  path: AbsPath,
  version: FileVersion,
): void {
  const entry = { path: relativePath(top, path), version };
  const entries = trees.get(top);
  if (entries === undefined) trees.set(top, [entry]);
  else entries.push(entry);
}

/** The entries, and the folders on the way to them that no version names. */
function withFolders(entries: readonly TreeVersion[]): readonly TreeVersion[] {
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (!all.has(folder))
        all.set(folder, { path: folder, version: { kind: 'directory', mode: NEW_FOLDER_MODE } });
    }
  }
  return [...all.values()];
}

/** What the changes name below a folder. */
function below(
  folder: AbsPath,
  changes: readonly VersionChange[],
  choose: (change: VersionChange) => FileVersion | null,
): readonly TreeVersion[] {
  return changes.flatMap((change) => {
    const version = change.path.startsWith(`${folder}${sep}`) ? choose(change) : null;
    return version === null ? [] : [{ path: relativePath(folder, change.path), version }];
  });
}

function relativePath(folder: AbsPath, path: AbsPath): string {
  return relative(folder, path).replaceAll('\\', '/');
}

/** Whether a path lies below one of the folders. */
function isBelowAny(path: AbsPath, folders: ReadonlySet<AbsPath>): boolean {
  for (let parent = dirname(path) as AbsPath; parent !== dirname(parent); parent = dirname(parent) as AbsPath)
    if (folders.has(parent)) return true;
  return false;
}

function isSameContent(before: FileVersion, after: FileVersion): boolean {
  return (
    before.kind === 'directory' ||
    (before.kind === 'file' && after.kind === 'file' && before.hash === after.hash)
  );
}

function setMode(
  path: AbsPath,
  before: FileVersion,
  after: FileVersion,
): PlannedChangeStep['step'] & { readonly kind: 'set mode' } {
  const mode = 'mode' in after ? after.mode : 0;
  const oldMode = 'mode' in before ? before.mode : 0;
  const isFirst = before.kind === 'directory' && (mode & OWNER_WRITES) === OWNER_WRITES;
  return { ...splitEntryPath(path), kind: 'set mode', mode, oldMode, isFirst };
}

function hashOf(version: Exclude<FileVersion, { kind: 'directory' }>): EntryHash {
  return version.kind === 'file' ? version.hash : hashOfLink(version.target);
}

function inTheWayError(path: AbsPath): ToolExecutionError {
  return new ToolExecutionError(
    `${path} is a folder with files in it that this conversation has not made, where a file was before. Nothing was changed: move them elsewhere first.`,
    { tool: 'files' },
  );
}
