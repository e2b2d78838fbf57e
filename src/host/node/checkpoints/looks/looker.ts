import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { lstat, readlink, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorCode } from '../../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../../actors/protocol/errors/message-of.js';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type {
  FileVersion,
  PathVersion,
  UncoveredPath,
  VersionSource,
} from '../../../../actors/protocol/file-version.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import type { CommittedBlob, GitSource } from '../git/git-source.js';
import type { KeepOutcome, VersionStore } from '../version-store.js';
import { type Fingerprint, readFingerprint } from './fingerprint.js';
import { mapLimited } from '../store/map-limited.js';

/** What was found at some paths. */
export interface Look {
  /** In the order of the paths. */
  readonly versions: readonly PathVersion[];
  /** Those that were to be kept, and could not. */
  readonly uncovered: readonly UncoveredPath[];
  /** Why not, as sentences, each once. */
  readonly problems: readonly string[];
}

interface Found {
  readonly version: FileVersion | null;
  readonly reason?: UncoveredPath['reason'];
  readonly problem?: string;
}

// Reading and compressing are done by the four threads of Node's pool: more would only wait.
const AT_ONCE = 8;
// A file that a program writes without a pause is given up.
const MAX_TRIES = 3;
// Read, write and execute, for owner, group and others.
const PERMISSIONS = 0o777;
// Their disks find a file by its name in any case.
const IS_CASE_IGNORED = process.platform === 'darwin' || process.platform === 'win32';
const NONE: VersionSource = { kind: 'none' };

/**
 * Finds out what is at paths, and keeps what git does not have. Paths are without links: behind a link there is nothing,
 * because the entry there has another path.
 */
export class Looker {
  readonly #store: VersionStore;
  readonly #git: GitSource;

  constructor({ store, git }: { readonly store: VersionStore; readonly git: GitSource }) {
    this.#store = store;
    this.#git = git;
  }

  /**
   * The versions at these paths. A file that cannot be read, and what is neither file, link nor folder, has a version
   * without a source, whose hash is made of what identifies it. Never rejects. Cost: reads each file once, and twice if
   * it is big and new to the store; git is asked once for all of them.
   */
  async look(paths: readonly AbsPath[], { isKept }: { readonly isKept: boolean }): Promise<Look> {
    const folders = [...new Set(paths.map((path) => dirname(path)))];
    const linked = new Set<string>();
    await mapLimited(folders, AT_ONCE, async (folder) => {
      if (await isElsewhere(folder)) linked.add(folder);
    });
    const stats = new Map<AbsPath, Stats | Found>();
    await mapLimited(paths, AT_ONCE, async (path) => {
      stats.set(path, linked.has(dirname(path)) ? { version: null } : await statOf(path));
    });
    const files = paths.filter((path) => isFile(stats.get(path)));
    const blobs = await this.#git.findBlobs(files);
    const found = await mapLimited(paths, AT_ONCE, (path) =>
      this.#find(path, stats.get(path), blobs.get(path), isKept),
    );
    if (isKept) await this.#store.sync();
    const uncovered: UncoveredPath[] = [];
    for (const [index, path] of paths.entries()) {
      const { reason, version } = found[index] ?? {};
      if (reason === undefined || !isKept) continue;
      const bytes = version?.kind === 'file' ? version.size : 0;
      uncovered.push({ path, reason, bytes, files: 1 });
    }
    return {
      versions: paths.map((path, index) => ({ path, version: found[index]?.version ?? null })),
      uncovered,
      problems: [...new Set(found.flatMap(({ problem }) => (problem === undefined ? [] : [problem])))],
    };
  }

  async #find(
    path: AbsPath,
    known: Stats | Found | undefined,
    blob: CommittedBlob | undefined,
    isKept: boolean,
  ): Promise<Found> {
    let stat = known;
    for (let tries = 1; ; tries += 1) {
      if (stat === undefined || 'version' in stat) return stat ?? { version: null };
      try {
        const isLast = tries === MAX_TRIES;
        const found = await this.#findOnce(path, stat, blob, isKept, isLast);
        if (found !== undefined) return found;
      } catch (error) {
        // It was replaced or deleted since.
        if (!isReplaced(error) || tries === MAX_TRIES) return unreadable(path, stat, error);
      }
      stat = await statOf(path);
    }
  }

  /** `undefined`: it changed meanwhile. Errors: those of Node's `fs`. */
  async #findOnce(
    path: AbsPath,
    stat: Stats,
    blob: CommittedBlob | undefined,
    isKept: boolean,
    isLast: boolean,
  ): Promise<Found | undefined> {
    const mode = stat.mode & PERMISSIONS;
    if (stat.isDirectory()) return { version: { kind: 'directory', mode } };
    if (stat.isSymbolicLink()) return { version: { kind: 'link', target: await readlink(path) } };
    if (!stat.isFile())
      return {
        version: { kind: 'file', hash: identityOf(path, stat), size: 0, mode, source: NONE },
        reason: 'special',
      };
    const print = await readFingerprint(path, blob);
    if (print === undefined) return undefined;
    const found = (source: VersionSource): FileVersion => ({
      kind: 'file',
      hash: print.hash,
      size: print.size,
      mode,
      source,
    });
    if (blob !== undefined && print.object === blob.object)
      return { version: found({ kind: 'git', repository: blob.repository, object: blob.object }) };
    if (!isKept) return { version: found((await this.#store.has(print.hash)) ? { kind: 'store' } : NONE) };
    const outcome = await this.#keep(path, print);
    if (outcome === 'kept') return { version: found({ kind: 'store' }) };
    if (outcome === 'changed') {
      if (!isLast) return undefined;
      return {
        version: found(NONE),
        reason: 'unreadable',
        problem: `${path} was changed again and again while it was read: its old content could not be kept, and this change of it cannot be undone.`,
      };
    }
    return { version: found(NONE), reason: 'quota', problem: outcome.problem };
  }

  /** Keeps a content, or says in a sentence why that is not possible. */
  async #keep(
    path: AbsPath,
    { hash, bytes }: Fingerprint,
  ): Promise<Exclude<KeepOutcome, 'full'> | { readonly problem: string }> {
    try {
      const outcome =
        bytes === undefined
          ? await this.#store.keepFile(path, hash)
          : await this.#store.keepBytes(bytes, hash);
      if (outcome !== 'full') return outcome;
      return {
        problem:
          'The store of old file versions is full: the changes that follow cannot all be undone. Delete old conversations, or allow more space in the settings.',
      };
    } catch (error) {
      // An error of the store has another path.
      if (isReplaced(error) && (error as NodeJS.ErrnoException).path === path) return 'changed';
      const message = messageOf(error);
      return {
        problem: `Old file versions cannot be kept (${message}): the changes that follow cannot all be undone. Make room on the disk, or make its folder writable.`,
      };
    }
  }
}

/** Whether a folder is not the one of its path: a link, or a file, is on the way. */
async function isElsewhere(folder: string): Promise<boolean> {
  try {
    return (await realpath(folder)) !== folder;
  } catch (error) {
    return isMissingError(error) || errorCode(error) === 'ELOOP';
  }
}

/** Errors become what is known without reading. */
async function statOf(path: AbsPath): Promise<Stats | Found> {
  try {
    const stat = await lstat(path);
    return IS_CASE_IGNORED && !stat.isSymbolicLink() && (await hasOtherCase(path)) ? { version: null } : stat;
  } catch (error) {
    return isMissingError(error) || errorCode(error) === 'ENAMETOOLONG'
      ? { version: null }
      : unreadable(path, undefined, error);
  }
}

/** Whether the entry's name differs from the one in the path by case alone, so that nothing has exactly that name. */
async function hasOtherCase(path: AbsPath): Promise<boolean> {
  const [asked, actual] = [basename(path).normalize(), basename(await realpath(path)).normalize()];
  return asked !== actual && asked.toLowerCase() === actual.toLowerCase();
}

function isFile(stat: Stats | Found | undefined): boolean {
  return stat !== undefined && 'isFile' in stat && stat.isFile();
}

/** Whether the path was given to something else between two calls. */
function isReplaced(error: unknown): boolean {
  return (
    isMissingError(error) || ['ELOOP', 'EMLINK', 'EISDIR', 'EINVAL', 'ENXIO'].includes(errorCode(error) ?? '')
  );
}

function unreadable(path: AbsPath, stat: Stats | undefined, error: unknown): Found {
  const code = errorCode(error);
  const why = code === 'EACCES' || code === 'EPERM' ? 'permission denied' : String(code ?? error);
  const version = {
    kind: 'file',
    hash: identityOf(path, stat),
    size: stat?.size ?? 0,
    mode: (stat?.mode ?? 0) & PERMISSIONS,
    source: NONE,
  } as const;
  const problem = `${path} cannot be read (${why}): its old content cannot be kept, and a change of it cannot be undone.`;
  return { version, reason: 'unreadable', problem };
}

/** A hash that stays the same for as long as the entry is not written to. */
function identityOf(path: AbsPath, stat: Stats | undefined): ContentHash {
  const parts = stat === undefined ? [path] : [path, stat.mode, stat.dev, stat.ino, stat.size, stat.mtimeMs];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex') as ContentHash;
}
