import { lstatSync, type Stats } from 'node:fs';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { entryKindOf } from '../../walk/entry-kind-of.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import type { ChangeBatch } from '../store/change-batch.js';
import type { CoreIdentities } from './core-identities.js';
import type { IndexData } from '../store/index-data.js';
import { findFirstMissing } from '../store/find-first-missing.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { indexListing } from '../store/index-listing.js';
import { readVisibleEntries } from '../rules/read-visible-entries.js';
import type { RootRules } from '../rules/root-rules.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// For more paths in a directory, reading the directory costs less than an `lstat` for each.
const MAX_LOOKS_PER_DIRECTORY = 16;
// Queries of the disk between two yields: some 2 ms.
const STEP = 512;

/** A root that hints are applied to. */
export interface HintedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
  readonly retention: Pick<RetentionPolicy, 'holdsEverything'>;
  readonly identities: CoreIdentities;
}

/** A change of the index. Must not capture state: it may run a second time. */
type Change = (batch: ChangeBatch) => unknown;

/** The work that hints entail. A directory may be in it twice. */
export interface FollowUpWork {
  /** New directories, to be read with everything below them. */
  readonly toRead: readonly RelPath[];
  /** Directories to scan: those whose rules may have changed, and those of which the index keeps only core entries. */
  readonly toScan: readonly RelPath[];
}

/**
 * Makes the index agree with the disk at each hinted path. A hint only says where to statIfExists. All findings between two
 * yields enter the index as one change, in the same step in which they were read.
 * Cost: one `lstat` a path, or reading a directory once for many paths in it.
 */
export function* applyHints(root: HintedRoot, hints: readonly Hint[]): Cooperative<FollowUpWork> {
  const pass = new HintPass(root);
  for (const [directory, group] of byDirectory(hints)) {
    const isRelisted = group.length > MAX_LOOKS_PER_DIRECTORY && pass.relist(directory, group);
    for (const hint of isRelisted ? [] : group) {
      pass.checkPath(directory, hint);
      if (pass.isDue) yield pass.commit();
    }
    if (pass.isDue) yield pass.commit();
  }
  pass.commit();
  return pass;
}

/** Collects the changes that hinted paths entail. */
class HintPass implements FollowUpWork {
  readonly toRead: RelPath[] = [];
  readonly toScan: RelPath[] = [];
  readonly #root: HintedRoot;
  // Moves must come first, because the entry at the old path must still exist for them.
  #moves: Change[] = [];
  #changes: Change[] = [];
  #cost = 0;

  constructor(root: HintedRoot) {
    this.#root = root;
  }

  /** Whether it is time to commit and yield. */
  get isDue(): boolean {
    return this.#cost >= STEP;
  }

  /** Applies the collected changes to the index. */
  commit(): void {
    const changes = [...this.#moves, ...this.#changes];
    this.#moves = [];
    this.#changes = [];
    this.#cost = 0;
    if (changes.length === 0) return;
    this.#root.data.change((batch) => {
      for (const change of changes) change(batch);
    });
  }

  checkPath(directory: RelPath, { path, kind: hintKind }: Hint): void {
    const { config, data, rules, retention, identities } = this.#root;
    const name = nameOf(path);
    this.#checkRules(directory, name);
    const id = data.find(path);
    // A content change does not pull an unindexed file into a partial index.
    if (hintKind === 'changed' && !retention.holdsEverything && id === -1) return;

    this.#cost++;
    const stats = statIfExists(absolutePath(config.path, path));
    const kind = stats === undefined ? undefined : entryKindOf(stats);
    const decision =
      kind === undefined ? undefined : rules.current.decide(path, kind === EntryKindBit.directory);
    if (stats === undefined || kind === undefined || decision?.indexed !== true) {
      const mayContainCore =
        kind === EntryKindBit.directory && rules.current.scopeOf(directory).mayContainCore(name);
      if (mayContainCore) this.toScan.push(path);
      else this.#changes.push((batch) => batch.remove(path));
      return;
    }
    const from = identities.movedFrom(path, stats);
    if (from !== undefined) this.#moves.push((batch) => batch.move(from, path));
    if (decision.core) identities.note(path, stats);
    const missing = findFirstMissing(data, path) ?? path;
    const isNewDirectory = kind === EntryKindBit.directory && (hintKind === 'created' || id === -1);
    if (missing !== path || isNewDirectory) this.toRead.push(missing);
    const { mtimeMs } = stats;
    const isTimeKnown = id !== -1 && data.mtimeOf(id) !== 0;
    this.#changes.push((batch) => {
      batch.add(path, decision.core ? kind | EntryKindBit.core : kind);
      if (isTimeKnown) batch.setMtime(path, mtimeMs);
    });
  }

  /** Reads a directory instead of many single paths in it; returns false where that is not possible. */
  relist(directory: RelPath, group: readonly Hint[]): boolean {
    const { data, retention, identities } = this.#root;
    // Moves are recognized only path by path.
    if (!retention.holdsEverything || identities.isEnabled || !data.hasDirectory(directory)) return false;
    const visible = readVisibleEntries(this.#root, directory);
    if (visible === undefined) return false;
    this.#cost += visible.names.length;
    const { names, kinds } = indexListing(data, directory, visible);
    const isDirectory = new Set(visible.directories);
    const mayContainCore = new Set(visible.mayContainCore);
    for (const { path, kind } of group) {
      const name = nameOf(path);
      this.#checkRules(directory, name);
      const known = data.find(path);
      const isNewDirectory = isDirectory.has(name) && (kind === 'created' || known === -1);
      if (isNewDirectory) this.toRead.push(path);
      else if (mayContainCore.has(name)) this.toScan.push(path);
      // Resets the modification time: it is read again when a hit is shown.
      if (known !== -1 && data.mtimeOf(known) !== 0) this.#changes.push((batch) => batch.setMtime(path, 0));
    }
    // A directory that was not hinted yet may be new, too.
    for (const name of visible.directories) {
      const path = joinPath(directory, name);
      if (!data.hasDirectory(path)) this.toRead.push(path);
    }
    this.#changes.push((batch) => batch.reconcile(directory, names, kinds));
    return true;
  }

  /** A repository that appears or disappears changes the rules of its directory, as a rule file does. */
  #checkRules(directory: RelPath, name: string): void {
    if (this.#root.config.useGitignore && (name === '.git' || name === '.gitignore'))
      this.toScan.push(directory);
  }
}

function byDirectory(hints: readonly Hint[]): Map<RelPath, Hint[]> {
  const groups = new Map<RelPath, Hint[]>();
  for (const hint of hints) {
    const directory = parentOf(hint.path);
    const group = groups.get(directory);
    if (group === undefined) groups.set(directory, [hint]);
    else group.push(hint);
  }
  return groups;
}

/**
 * The stats of a path; `undefined` when it does not exist, or a parent is a file or unreadable.
 * Errors: when the file system could not be queried (EMFILE, EIO, ...).
 */
function statIfExists(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    return undefined;
  }
}
