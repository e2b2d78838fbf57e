import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { AffectedThread, KeptVersions, Pruned, PruneOptions, VersionsSize } from '../kept-versions.js';
import { SettingsError } from '../../../../actors/protocol/errors.js';
import type { CollectLimits } from '../store/collect-objects.js';
import type { VersionStore } from '../version-store.js';
import { findCoverReferences } from './cover-references.js';
import { findThreadReferences } from './thread-references.js';

interface CollectorOptions {
  readonly store: VersionStore;
  /** The folder of the store. */
  readonly folder: string;
  /** The folder in which processes leave what they know of workspaces. */
  readonly coverFolder: string;
  /** The folders that hold all threads that refer to the store. Default: they are not known. */
  readonly threadFolders?: readonly string[];
  /** The contents that this process needs besides. */
  readonly listReferenced?: () => Promise<readonly ContentHash[]>;
}

// Stands for what threads refer to that cannot be read.
const EVERYTHING = { has: () => true };
const NEVER = new AbortController().signal;

/** Finds out what the versions of files are needed for, and deletes what is not. Source: SPEC K4, H6. */
export class VersionCollector implements KeptVersions {
  readonly #options: CollectorOptions;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  async size(): Promise<VersionsSize> {
    const { store, folder } = this.#options;
    return { usedBytes: await store.usedBytes(), quotaBytes: store.quotaBytes, folder };
  }

  planPrune(options: PruneOptions = {}, signal: AbortSignal = NEVER): Promise<Pruned> {
    return this.#prune(options, { isDry: true }, signal);
  }

  prune(options: PruneOptions = {}, signal: AbortSignal = NEVER): Promise<Pruned> {
    return this.#prune(options, {}, signal);
  }

  /** Frees room without being asked: nothing that a thread refers to is deleted. Errors: those of `planPrune`. */
  makeRoom(enoughBytes: number, signal: AbortSignal): Promise<Pruned> {
    return this.#prune({}, { enoughBytes }, signal);
  }

  async #prune(
    { before }: PruneOptions,
    limits: Pick<CollectLimits, 'isDry' | 'enoughBytes'>,
    signal: AbortSignal,
  ): Promise<Pruned> {
    const { store, threadFolders: folders, coverFolder, listReferenced } = this.#options;
    if (folders === undefined)
      throw new SettingsError(
        'It is not known which conversations refer to these versions of files, so none can be deleted: name the folders of all conversations in the option checkpoints.threadFolders.',
        { setting: 'checkpoints.threadFolders' },
      );
    const found = await findThreadReferences({
      folders,
      ...omitUndefined({ since: before }),
      signal,
    });
    const needed = new Set(found.needed);
    for (const hash of (await listReferenced?.()) ?? []) needed.add(hash);
    for await (const hash of findCoverReferences(coverFolder, signal)) needed.add(hash);
    if (found.problems.length > 0) {
      const collected = await store.collect(EVERYTHING, { ...limits, signal });
      return { ...collected, threads: [], problems: found.problems };
    }
    const threads = new Map<string, AffectedThread>();
    const collected = await store.collect(needed, {
      ...limits,
      signal,
      isDispensable: (hash) => found.old.has(hash),
      onRemove: (hash) => {
        for (const thread of found.old.get(hash) ?? []) threads.set(thread.id, thread);
      },
    });
    return { ...collected, threads: [...threads.values()], problems: [] };
  }
}
