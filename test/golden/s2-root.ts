import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RelPath, RootConfig, SearchReply } from '../../src/actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../src/actors/runtime/clock.js';
import { EntryKindBit } from '../../src/workers/parts/scan-part.js';
import { ScanPool } from '../../src/workers/pool/pool.js';
import type { ScanRequest } from '../../src/workers/pool/run-scan.js';
import type { ScanPart } from '../../src/workers/parts/scan-part.js';
import { searchRoot } from '../../src/workers/index/asks/search-root.js';
import { Searcher } from '../../src/workers/index/search/search.js';
import { Recency } from '../../src/workers/index/search/recency.js';
import { readVisibleEntries } from '../../src/workers/index/rules/read-visible-entries.js';
import { indexTreeSource } from '../../src/workers/index/drawing/index-tree-source.js';
import { renderTree } from '../../src/workers/tree/render-tree.js';
import { WorkspaceRoot } from '../../src/workers/index/root/workspace-root.js';
import { zonedIndex } from '../../src/workers/index/retention/dynamic-zone.js';
import type { Hint } from '../../src/workers/watch/back-end/watcher.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from '../threads/build-entries.js';

/** The scan threads of a test file. */
export function buildScanEntry(): Promise<BuiltEntries> {
  return buildEntries({ 'scan.entry': 'src/workers/scan.entry.ts' });
}

/** Parts of a configuration. */
export interface S2Options extends Partial<Omit<RootConfig, 'path' | 'dynamicCapacity'>> {
  /** S2's `dynamic_capacity`; `none` is our eager mode. */
  readonly capacity?: number | 'none';
  readonly clock?: Clock;
}

class CountingPool extends ScanPool {
  scans = 0;

  override scan(request: ScanRequest): Promise<ScanPart[]> {
    this.scans++;
    return super.scan(request);
  }
}

/** S2's WorkspaceIndex on a folder of its own, with scan threads but without a watcher: a test says what happened. */
export class S2Root implements AsyncDisposable {
  readonly path = makeTempDir();
  readonly root: WorkspaceRoot;
  readonly #pool: CountingPool;
  readonly #clock: Clock;
  readonly #searcher = new Searcher();
  #onStatus: (() => void) | undefined;

  constructor(
    entries: BuiltEntries,
    files: readonly string[],
    { clock = systemClock, capacity = 10_000, ...config }: S2Options = {},
  ) {
    for (const file of files) this.write(file);
    this.#clock = clock;
    this.#pool = new CountingPool({ threads: 1, entry: entries.url('scan.entry') });
    this.root = new WorkspaceRoot(
      {
        path: this.path,
        corePatterns: [],
        ignorePatterns: [],
        useGitignore: true,
        ...(capacity === 'none' ? {} : { dynamicCapacity: capacity }),
        ...config,
      },
      {
        pool: this.#pool,
        listener: {
          onStatus: () => this.#onStatus?.(),
          onChange: () => undefined,
          onRules: () => undefined,
        },
      },
    );
  }

  /** How often the disk was walked. */
  get scans(): number {
    return this.#pool.scans;
  }

  /** Opens it and waits for what S2 calls the initialisation. */
  async initialised(): Promise<this> {
    this.root.open();
    await this.root.settled;
    return this;
  }

  write(path: string, content = ''): void {
    const file = join(this.path, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  move(from: string, to: string): void {
    mkdirSync(dirname(join(this.path, to)), { recursive: true });
    renameSync(join(this.path, from), join(this.path, to));
  }

  remove(path: string): void {
    rmSync(join(this.path, path), { recursive: true });
  }

  /** Tells what happened, and waits until the index has followed. */
  async tell(...hints: readonly (readonly [kind: Hint['kind'], path: string])[]): Promise<void> {
    const followed = new Promise<void>((resolve) => {
      this.#onStatus = resolve;
    });
    void this.root.takeBatch({
      root: this.path,
      hints: hints.map(([kind, path]) => ({ kind, path: path as RelPath })),
      rescans: [],
    });
    await followed;
    this.#onStatus = undefined;
  }

  reply(query: string, base = '', limit = 100): Promise<SearchReply> {
    return searchRoot(
      this.root,
      { query, base, limit, mode: 'prefix', withTimes: true },
      {
        searcher: this.#searcher,
        units: 1_000_000,
        recency: new Recency(),
        catchUp: () => Promise.resolve(),
        clock: this.#clock,
        signal: new AbortController().signal,
      },
    );
  }

  /** The paths that a search finds, best first. */
  async search(query: string, base = ''): Promise<string[]> {
    const { hits } = await this.reply(query, base);
    return hits.map(({ path }) => path);
  }

  /** Everything in the index, sorted. Shape: `/` behind directories, `*` behind what is core. */
  get known(): string[] {
    const index = zonedIndex(this.root.data);
    const known: string[] = [];
    const visit = (directory: RelPath): void => {
      for (const path of index.childrenOf(directory)) {
        const kind = index.kindAt(path) ?? 0;
        const isDirectory = (kind & EntryKindBit.directory) !== 0;
        known.push(`${path}${isDirectory ? '/' : ''}${(kind & EntryKindBit.core) === 0 ? '' : '*'}`);
        if (isDirectory) visit(path);
      }
    };
    visit('' as RelPath);
    return known.sort();
  }

  /** The lines of the tree that a model is shown. */
  get tree(): string[] {
    const { data, rules } = this.root;
    const source = indexTreeSource(data, {
      ignored: rules.ignoredTree,
      read: (directory) => readVisibleEntries(this.root, directory),
    });
    const { text } = renderTree({ source, path: '' as RelPath, title: '/root' });
    return text.trim().split('\n').slice(2);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.close();
    await this.root.close();
    removeTempDir(this.path);
  }
}
