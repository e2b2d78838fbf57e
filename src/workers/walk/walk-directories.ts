import type { MessagePort } from 'node:worker_threads';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { joinPath, nameOf } from '../../actors/protocol/rel-path.js';
import { isMissingError } from '../disk/is-missing-error.js';
import { isResourceShortage } from '../disk/is-resource-shortage.js';
import type { RuleScope } from '../ignore/rule-scope.js';
import { absolutePath } from '../disk/absolute-path.js';
import { brokenNamesWarning, unreadableDirectoryWarning } from './directory-warnings.js';
import { DonationQueue } from './donation-queue.js';
import { applyRules, type DirectoryListing, readDirectory } from './read-directory.js';
import { PartBuilder } from '../parts/part-builder.js';
import { WalkProgress } from './walk-progress.js';
import { type ScanRules, WalkScopes } from './walk-scopes.js';

/** The walk of one thread in a scan. */
export interface WalkJob {
  readonly root: AbsPath;
  readonly rules: ScanRules;
  readonly under: RelPath;
  /** Shared by all walkers of the scan. Shape: `DonationQueue`. */
  readonly queue: SharedArrayBuffer;
  /** Shared by all walkers of the scan. Shape: `WalkProgress`. */
  readonly progress: SharedArrayBuffer;
  /** Where the walker posts its results. Shape: `ScanPart`s, then `null` at the end. */
  readonly port: MessagePort;
}

// The index merges each part as it arrives, for searches during the scan, so at most this much work is left at its end.
const PART_MS = 50;

interface Pending {
  readonly path: RelPath;
  /** The rules around the directory; `null` for the root. */
  readonly around: RuleScope | null;
  /** Whether the rules ignore the directory: it is entered for core patterns only. */
  readonly isLeftOut: boolean;
}

/**
 * Walks directories, depth first, together with any number of other walkers, until none of them has work left, and
 * posts the listings part by part. Returns `false` when the scan was over before this walker joined.
 * Does not follow links. A directory that cannot be read becomes a warning, and is missing from `directories`. An
 * ignored directory that was entered for core patterns is listed only if some match in it.
 * Errors: `PatternSyntaxError`.
 */
export function walkDirectories(job: WalkJob): boolean {
  const queue = new DonationQueue(job.queue, job.under);
  try {
    if (!queue.join()) return false;
    new Walker(job, queue).walk();
    return true;
  } finally {
    job.port.postMessage(null);
    job.port.close();
  }
}

class Walker {
  readonly #root: AbsPath;
  readonly #queue: DonationQueue;
  readonly #progress: WalkProgress;
  readonly #scopes: WalkScopes;
  readonly #port: MessagePort;
  readonly #stack: Pending[] = [];
  readonly #part = new PartBuilder();
  #sendAtMs = performance.now() + PART_MS;

  constructor(job: WalkJob, queue: DonationQueue) {
    this.#root = job.root;
    this.#queue = queue;
    this.#progress = new WalkProgress(job.progress);
    this.#scopes = new WalkScopes(job.root, job.rules, this.#part);
    this.#port = job.port;
  }

  walk(): void {
    for (let path = this.#queue.take(); path !== null; path = this.#queue.take()) {
      this.#stack.push(this.#adopt(path as RelPath));
      for (let next = this.#stack.pop(); next !== undefined; next = this.#stack.pop()) {
        this.#visit(next);
        this.#donate();
        if (this.#queue.isCancelled) return;
        if (performance.now() >= this.#sendAtMs) this.#send();
      }
    }
    this.#send();
  }

  #send(): void {
    this.#sendAtMs = performance.now() + PART_MS;
    if (this.#part.isEmpty) return;
    const part = this.#part.build();
    const { counts, names, kinds } = part;
    this.#port.postMessage(part, [counts.buffer, names.buffer, kinds.buffer]);
  }

  /** Takes over a directory that another walker found. */
  #adopt(path: RelPath): Pending {
    const around = this.#scopes.around(path);
    const name = nameOf(path);
    return { path, around, isLeftOut: around !== null && !around.decide(name, true).indexed };
  }

  #visit({ path, around, isLeftOut }: Pending): void {
    const listing = this.#list(path);
    if (listing === null) return;
    const scope = this.#scopeOf(path, listing, { around, isLeftOut });
    if (scope === null) return;
    const level = applyRules(listing, scope);
    if (!isLeftOut || level.names.length > 0) {
      this.#part.addDirectory(path, level.names, level.kinds);
      this.#progress.addDirectory(level.names.length - level.directories.length);
    }
    if (!isLeftOut) for (const name of level.ignored) this.#part.addIgnoredDirectory(joinPath(path, name));
    const push = (name: string, isLeftOut: boolean): void => {
      if (!listing.brokenNames.has(name))
        this.#stack.push({ path: joinPath(path, name), around: scope, isLeftOut });
    };
    for (const name of level.directories) push(name, false);
    for (const name of level.mayContainCore) push(name, true);
  }

  #list(path: RelPath): DirectoryListing | null {
    try {
      const listing = readDirectory(absolutePath(this.#root, path));
      if (listing.brokenNames.size > 0) {
        this.#part.warn(brokenNamesWarning(path, listing.brokenNames.size));
      }
      return listing;
    } catch (error) {
      // The next listing of its parent removes the entry.
      if (isMissingError(error)) return null;
      this.#part.warn(unreadableDirectoryWarning(path, error));
      if (isResourceShortage(error)) this.#part.addUnread(path);
      return null;
    }
  }

  /** The rules inside a directory; `null` when they cannot be read now. */
  #scopeOf(
    path: RelPath,
    { hasRuleFile, isRepository }: DirectoryListing,
    { around, isLeftOut }: Pick<Pending, 'around' | 'isLeftOut'>,
  ): RuleScope | null {
    try {
      return this.#scopes.inside(path, around, { hasRuleFile, isRepository, isLeftOut });
    } catch (error) {
      if (!isResourceShortage(error)) throw error;
      this.#part.addUnread(path);
      return null;
    }
  }

  /** Donates the directories that this walker would walk last, which are highest in the tree and so probably large. */
  #donate(): void {
    for (let index = 0; index < this.#stack.length - 1 && this.#queue.isWanted;) {
      const path = this.#stack[index]?.path;
      if (path !== undefined && this.#queue.donate(path)) this.#stack.splice(index, 1);
      else index++;
    }
  }
}
