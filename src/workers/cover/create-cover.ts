import type { ContentHash } from '../../actors/protocol/file-changes.js';
import type { UncoveredPath } from '../../actors/protocol/file-version.js';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { isInside } from '../../actors/runtime/paths/is-inside.js';
import type { ActorBody } from '../../actors/runtime/ref.js';
import { CommittedRoot } from './committed-root.js';
import type {
  CallName,
  CoverConfig,
  CoverProtocol,
  SeenChange,
  SeenChanges,
  WantedContent,
} from './cover-protocol.js';
import type { Listing } from './listing.js';
import { lookAtRoot } from './look-at-root.js';
import { StateLog } from './state-log.js';
import { emptyState, type TreeState } from './tree-state.js';

/** The message handler of the thread that knows what is below the roots. Its asks come one after the other. */
export function createCover(config: CoverConfig): ActorBody<CoverProtocol> {
  const roots = config.roots
    .filter((root, at) => !config.roots.some((other, otherAt) => contains(other, root, otherAt < at)))
    .map((root) => new CoveredRoot(root, config));
  return {
    asks: {
      look: async (_, { signal }): Promise<SeenChanges> => {
        const all = { changes: [] as SeenChange[], wanted: [] as WantedContent[] };
        const interrupted: CallName[] = [];
        for (const root of roots) {
          const look = await root.look(signal);
          for (const item of look.changes) all.changes.push(item);
          for (const item of look.wanted) all.wanted.push(item);
          for (const item of look.interrupted) interrupted.push(item);
        }
        return { ...all, interrupted };
      },
      keep: ({ stored, running }): undefined => {
        const hashes = new Set(stored);
        for (const root of roots) root.keep(hashes, running);
      },
      uncovered: (): readonly UncoveredPath[] => roots.flatMap(({ uncovered }) => uncovered),
      referenced: (): readonly ContentHash[] => roots.flatMap((root) => root.listReferenced()),
    },
    tells: {},
    stop: async () => {
      for (const root of roots) root.close();
      await Promise.resolve();
    },
  };
}

/** Whether one root lies in another; `isFirst` decides about equal ones. */
function contains(outer: AbsPath, inner: AbsPath, isFirst: boolean): boolean {
  return outer === inner ? isFirst : isInside(outer, inner);
}

/** What is known of one root, in memory and on the disk. */
class CoveredRoot {
  uncovered: readonly UncoveredPath[] = [];
  readonly #root: AbsPath;
  readonly #config: CoverConfig;
  readonly #log: StateLog | undefined;
  readonly #state: TreeState;
  readonly #committed: CommittedRoot;
  /** The directories that changed since they were last written to the disk. */
  readonly #unwritten = new Map<RelPath, Listing | null>();
  #interrupted: readonly CallName[];

  constructor(root: AbsPath, config: CoverConfig) {
    this.#root = root;
    this.#config = config;
    this.#log = config.directory === undefined ? undefined : new StateLog(config.directory, root);
    const logged = this.#log?.load();
    this.#state = logged?.state ?? emptyState();
    this.#interrupted = logged?.running ?? [];
    this.#committed = new CommittedRoot(root, this.#state.repositories);
  }

  async look(signal: AbortSignal): Promise<SeenChanges> {
    const { ignored, loose } = this.#config;
    const { changes, wanted, uncovered, listings } = await lookAtRoot({
      root: this.#root,
      state: this.#state,
      committed: this.#committed,
      ignored,
      loose,
      signal,
    });
    this.uncovered = uncovered;
    for (const [path, listing] of listings) this.#unwritten.set(path, listing);
    const interrupted = this.#interrupted;
    this.#interrupted = [];
    return { changes, wanted, interrupted };
  }

  keep(stored: ReadonlySet<ContentHash>, running: readonly CallName[]): void {
    for (const [path, listing] of this.#unwritten) {
      if (listing?.refs.some((ref) => ref.startsWith('n')) !== true) continue;
      const refs = listing.refs.map((ref) =>
        ref.startsWith('n') && stored.has(ref.slice(1) as ContentHash) ? `s${ref.slice(1)}` : ref,
      );
      const kept = { ...listing, refs };
      this.#unwritten.set(path, kept);
      this.#state.listings.set(path, kept);
    }
    this.#log?.append(this.#state, this.#unwritten, running);
    this.#unwritten.clear();
  }

  listReferenced(): readonly ContentHash[] {
    return [...this.#state.listings.values()].flatMap(({ refs }) =>
      refs.filter((ref) => ref.startsWith('s')).map((ref) => ref.slice(1) as ContentHash),
    );
  }

  close(): void {
    this.#log?.close();
  }
}
