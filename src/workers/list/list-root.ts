import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { RelPath, RootConfig, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import { isWithin, parentOf } from '../../actors/protocol/rel-path.js';
import { requireRootFolder } from '../index/sync/require-root-folder.js';
import type { RootPool } from '../index/sync/root-options.js';
import { RootRules } from '../index/rules/root-rules.js';
import { mergeDirectories } from '../index/sync/sync-task.js';
import { absolutePath } from '../disk/absolute-path.js';
import { lstatIfReadable } from '../disk/lstat-if-readable.js';
import { entryKindOf } from '../walk/entry-kind-of.js';
import type { ScanRequest } from '../pool/run-scan.js';
import { ListedTree } from './listed-tree.js';

interface ListOptions {
  readonly pool: Pick<RootPool, 'scan'>;
  readonly signal: AbortSignal;
  readonly onProgress?: ScanRequest['onProgress'];
}

/** The files of a root, or of a directory in it. */
export interface RootListing {
  /** The paths in order, each as formatted by `toRow`, joined in large pieces. */
  files(toRow: (path: string) => string): Iterable<string>;
  /** What could not be read, and rules that were skipped. */
  readonly warnings: readonly WorkspaceWarning[];
}

/**
 * Lists the files that an index of a root would contain at and below a path, which may be a file. Reads the disk
 * directly and stores nothing.
 * Errors: `InvalidRootError` when the folder is gone; `PatternSyntaxError`; the signal's reason; `ActorLostError`.
 */
export async function listRoot(
  config: RootConfig,
  under: RelPath,
  options: ListOptions,
): Promise<RootListing> {
  const lister = new RootLister(config, under, options);
  await lister.list();
  return lister;
}

class RootLister implements RootListing {
  readonly #config: RootConfig;
  readonly #under: RelPath;
  readonly #options: ListOptions;
  readonly #rules: RootRules;
  readonly #tree = new ListedTree();
  /** Warnings by scanned directory. */
  readonly #warnings = new Map<RelPath, readonly WorkspaceWarning[]>();

  constructor(config: RootConfig, under: RelPath, options: ListOptions) {
    this.#config = config;
    this.#under = under;
    this.#options = options;
    this.#rules = new RootRules(config);
  }

  get warnings(): WorkspaceWarning[] {
    const ofGit = this.#rules.git.warnings.map((message) => ({ path: '' as RelPath, message }));
    return [...ofGit, ...[...this.#warnings.values()].flat()];
  }

  async list(): Promise<void> {
    const { signal } = this.#options;
    await this.#rules.refreshGitContext(signal);
    this.#rules.askTracked(signal);
    await this.#scan(this.#top);
    await this.#applyTracked();
    signal.throwIfAborted();
    requireRootFolder({ config: this.#config, data: { remove: () => 0 } });
  }

  files(toRow: (path: string) => string): Iterable<string> {
    return this.#tree.files(this.#under, toRow);
  }

  /** The directory to read. */
  get #top(): RelPath {
    const stats = lstatIfReadable(absolutePath(this.#config.path, this.#under));
    return stats?.isDirectory() === false ? parentOf(this.#under) : this.#under;
  }

  async #scan(directory: RelPath): Promise<void> {
    const { pool, signal, onProgress } = this.#options;
    const parts = await pool.scan({
      root: this.#config.path,
      rules: { patterns: this.#config, git: this.#rules.git },
      under: directory,
      signal,
      ...omitUndefined({ onProgress }),
    });
    this.#tree.take(parts, directory);
    for (const scanned of this.#warnings.keys())
      if (isWithin(scanned, directory)) this.#warnings.delete(scanned);
    this.#warnings.set(
      directory,
      parts.flatMap(({ warnings }) => warnings),
    );
    const { conflicting } = this.#rules.mergeScan(parts, directory);
    for (const again of mergeDirectories(conflicting)) await this.#scanWithin(again);
  }

  /** Scans a directory, as far as it is inside the listed path. */
  async #scanWithin(directory: RelPath): Promise<void> {
    const top = this.#top;
    if (isWithin(top, directory)) await this.#scan(top);
    else if (isWithin(directory, top)) await this.#scan(directory);
  }

  /** Scans again what git's tracked files make visible, as `RootScanner.applyTracked` does for an index. */
  async #applyTracked(): Promise<void> {
    for (;;) {
      const { paths, scans } = await this.#rules.refreshTracked(this.#options.signal);
      if (paths.length === 0 && scans.length === 0) return;
      const top = this.#top;
      const known = scans.filter((directory) => this.#tree.has(directory) || isWithin(top, directory));
      const toScan = paths.filter((path) => this.#put(path));
      for (const directory of mergeDirectories([...known, ...toScan])) await this.#scanWithin(directory);
    }
  }

  /** Updates the entry at a path. Returns whether it is a directory that must be read. */
  #put(path: RelPath): boolean {
    const stats = lstatIfReadable(absolutePath(this.#config.path, path));
    const isDirectory = stats?.isDirectory() === true;
    const kind = stats === undefined ? undefined : entryKindOf(stats);
    const isVisible = kind !== undefined && this.#rules.current.decide(path, isDirectory).indexed;
    this.#tree.put(path, isVisible ? kind : undefined);
    return isDirectory && isVisible;
  }
}
