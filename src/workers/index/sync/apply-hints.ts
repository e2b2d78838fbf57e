import { lstatSync, type Stats } from 'node:fs';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { kindOf } from '../../walk/kind-of.js';
import { EntryKind } from '../../parts/scan-part.js';
import type { Hint } from '../../watch/back-end/watcher.js';
import type { ChangeBatch } from '../store/change-batch.js';
import type { CoreIdentities } from './pinned-file-ids.js';
import type { IndexData } from '../store/index-data.js';
import { firstMissing } from '../store/first-missing.js';
import type { RetentionPolicy } from '../retention/retention-policy.js';
import { indexListing } from '../store/index-listing.js';
import { readVisible } from '../rules/read-visible.js';
import type { RootRules } from '../rules/root-rules.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

// Above this it costs less to read a directory once than to look at each path in it.
const MAX_LOOKS_PER_DIRECTORY = 16;
// Looks at the disk between two breaths: some 2 ms.
const STEP = 512;

/** A root whose entries may have changed. */
export interface HintedRoot {
  readonly config: RootConfig;
  readonly data: IndexData;
  readonly rules: RootRules;
  readonly holdings: Pick<RetentionPolicy, 'isWhole'>;
  readonly identities: CoreIdentities;
}

/** What is to be done to the index. It must not capture state: it may run a second time. */
type Change = (batch: ChangeBatch) => unknown;

/** What hints lead to. Some directories may be in it twice. */
export interface FollowUpWork {
  /** New directories, to be read with all below them. */
  readonly toRead: readonly RelPath[];
  /** Directories to scan: those whose rules may have changed, and those in which only what is core is held. */
  readonly toScan: readonly RelPath[];
}

/**
 * Makes the index agree with the disk at each hinted path. A hint only says where to look. What is found between two
 * breaths enters the index as one change, in the step in which it was found.
 * Cost: one `lstat` a path, or one reading of a directory for many paths in it.
 */
export function* applyHints(root: HintedRoot, hints: readonly Hint[]): Cooperative<FollowUpWork> {
  const looks = new HintPass(root);
  for (const [directory, group] of byDirectory(hints)) {
    const isRelisted = group.length > MAX_LOOKS_PER_DIRECTORY && looks.relist(directory, group);
    for (const hint of isRelisted ? [] : group) {
      looks.lookAt(directory, hint);
      if (looks.isDue) yield looks.commit();
    }
    if (looks.isDue) yield looks.commit();
  }
  looks.commit();
  return looks;
}

/** What was seen at hinted paths. */
class HintPass implements FollowUpWork {
  readonly toRead: RelPath[] = [];
  readonly toScan: RelPath[] = [];
  readonly #root: HintedRoot;
  // Moves go first: what has left its place is not there any more for them otherwise.
  #moves: Change[] = [];
  #changes: Change[] = [];
  #cost = 0;

  constructor(root: HintedRoot) {
    this.#root = root;
  }

  /** Whether it is time to commit, and for a breath. */
  get isDue(): boolean {
    return this.#cost >= STEP;
  }

  /** Brings what was seen into the index. */
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

  lookAt(directory: RelPath, { path, kind: hintKind }: Hint): void {
    const { config, data, rules, holdings, identities } = this.#root;
    const name = nameOf(path);
    this.#lookAtRules(directory, name);
    const id = data.find(path);
    // A content change does not pull an unindexed file into a partial index.
    if (hintKind === 'changed' && !holdings.isWhole && id === -1) return;

    this.#cost++;
    const stats = look(absolutePath(config.path, path));
    const kind = stats === undefined ? undefined : kindOf(stats);
    const decision =
      kind === undefined ? undefined : rules.current.decide(path, kind === EntryKind.directory);
    if (stats === undefined || kind === undefined || decision?.indexed !== true) {
      const mayHoldCore = kind === EntryKind.directory && rules.current.scopeOf(directory).mayHoldCore(name);
      if (mayHoldCore) this.toScan.push(path);
      else this.#changes.push((batch) => batch.remove(path));
      return;
    }
    const from = identities.movedFrom(path, stats);
    if (from !== undefined) this.#moves.push((batch) => batch.move(from, path));
    if (decision.core) identities.note(path, stats);
    const missing = firstMissing(data, path) ?? path;
    const isNewDirectory = kind === EntryKind.directory && (hintKind === 'created' || id === -1);
    if (missing !== path || isNewDirectory) this.toRead.push(missing);
    const { mtimeMs } = stats;
    const isTimeKnown = id !== -1 && data.mtimeOf(id) !== 0;
    this.#changes.push((batch) => {
      batch.add(path, decision.core ? kind | EntryKind.core : kind);
      if (isTimeKnown) batch.setMtime(path, mtimeMs);
    });
  }

  /** Reads a directory in place of looking at each of many paths in it; false where that would not do. */
  relist(directory: RelPath, group: readonly Hint[]): boolean {
    const { data, holdings, identities } = this.#root;
    const id = data.find(directory);
    // What moved is found by looking at each path.
    if (!holdings.isWhole || identities.isKept || id === -1 || !data.isDirectory(id)) return false;
    const visible = readVisible(this.#root, directory);
    if (visible === undefined) return false;
    this.#cost += visible.names.length;
    const { names, kinds } = indexListing(data, directory, visible);
    const isDirectory = new Set(visible.directories);
    const mayHoldCore = new Set(visible.mayHoldCore);
    for (const { path, kind } of group) {
      const name = nameOf(path);
      this.#lookAtRules(directory, name);
      const known = data.find(path);
      const isNewDirectory = isDirectory.has(name) && (kind === 'created' || known === -1);
      if (isNewDirectory) this.toRead.push(path);
      else if (mayHoldCore.has(name)) this.toScan.push(path);
      // The time is read again when somebody wants to see it.
      if (known !== -1 && data.mtimeOf(known) !== 0) this.#changes.push((batch) => batch.setMtime(path, 0));
    }
    // Directories that were not hinted yet are new all the same.
    for (const name of visible.directories) {
      const path = joinPath(directory, name);
      const known = data.find(path);
      if (known === -1 || !data.isDirectory(known)) this.toRead.push(path);
    }
    this.#changes.push((batch) => batch.reconcile(directory, names, kinds));
    return true;
  }

  /** A repository that appears or goes changes the rules of its directory, as a rule file does. */
  #lookAtRules(directory: RelPath, name: string): void {
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
 * What is at a path; nothing when nobody could get there either: a parent is a file now, or closed.
 * Errors: when the file system could not be queried (EMFILE, EIO, ...).
 */
function look(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    return undefined;
  }
}
