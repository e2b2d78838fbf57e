import { join } from 'node:path';
import type { ContentHash, FileChanges } from '../actors/protocol/file-changes.js';
import { omitUndefined } from '../actors/protocol/json/omit-undefined.js';
import type { KeptVersions } from './node/checkpoints/kept-versions.js';
import type { AbsPath } from '../actors/protocol/workspace.js';
import { systemClock } from '../actors/runtime/clock.js';
import type { Scope } from '../actors/runtime/scope.js';
import { createDiskChanges } from './node/file-changes/create-disk-changes.js';
import { AroundCommands } from './node/checkpoints/around/around-commands.js';
import { startCover } from './node/checkpoints/around/start-cover.js';
import { RoomMaker } from './node/checkpoints/collect/room-maker.js';
import { VersionCollector } from './node/checkpoints/collect/version-collector.js';
import { FileCheckpoints } from './node/checkpoints/record/file-checkpoints.js';
import { GitSource } from './node/checkpoints/git/git-source.js';
import { KnownWrites } from './node/checkpoints/known-writes.js';
import { VersionStore } from './node/checkpoints/version-store.js';

interface StoreOptions {
  readonly stateDirectory: string;
  /** Where versions are kept. Default: in the state folder. */
  readonly folder?: string;
  readonly quotaBytes?: number;
  /** The folders that hold all threads that refer to the versions, at any depth. Default: they are not known. */
  readonly threadFolders?: readonly string[];
}

interface CreateOptions extends StoreOptions {
  readonly roots: readonly AbsPath[];
  /** The environment of git. */
  readonly environment: NodeJS.ProcessEnv;
  /** The host's port, if that is not the disk. */
  readonly port?: FileChanges;
}

/** The versions of files on this machine, without what is needed to record them. */
export function openVersions(options: StoreOptions): KeptVersions {
  return createStore(options).collector;
}

/**
 * Checkpoints of this machine, and the versions that they keep. Their threads and processes start when they are needed,
 * and end with the scope.
 */
export function createCheckpoints(
  options: CreateOptions,
  scope: Scope,
): {
  readonly checkpoints: FileCheckpoints;
  readonly versions: KeptVersions;
  /** Completes or rolls back what an earlier process was putting back. */
  readonly recover: FileChanges['recover'];
} {
  const { roots, environment, stateDirectory, port, threadFolders } = options;
  let isCovering = false;
  const { store, collector, coverFolder } = createStore(options, {
    // A thread that has not started needs nothing but what its files name.
    listReferenced: async () => (isCovering ? cover.listReferenced() : []),
    onFull: async (state) => {
      if (threadFolders !== undefined) await room.makeRoom(state);
    },
  });
  const room = new RoomMaker({ collector, clock: systemClock });
  const writes = new KnownWrites();
  const cover = new AroundCommands({
    store,
    knownWrites: writes,
    startCover: () => {
      isCovering = true;
      return startCover({ roots, directory: coverFolder, environment });
    },
  });
  scope.use(cover);
  scope.use(room);
  const disk = createDiskChanges(stateDirectory);
  const checkpoints = new FileCheckpoints({
    store,
    git: new GitSource({ roots, env: environment }),
    cover,
    writes,
    disk,
    ...omitUndefined({ port }),
  });
  return {
    checkpoints: scope.use(checkpoints),
    versions: collector,
    recover: (among) => disk.recover(among),
  };
}

interface StorePorts {
  readonly listReferenced: () => Promise<readonly ContentHash[]>;
  readonly onFull: (state: 'nearly full' | 'full') => Promise<void>;
}

function createStore(
  {
    stateDirectory,
    threadFolders,
    quotaBytes,
    folder = defaultFolder(stateDirectory, threadFolders),
  }: StoreOptions,
  ports?: StorePorts,
): { readonly store: VersionStore; readonly collector: VersionCollector; readonly coverFolder: string } {
  const contents = join(folder, 'contents');
  const coverFolder = join(folder, 'cover');
  const store = new VersionStore({
    folder: contents,
    ...omitUndefined({ quotaBytes, onFull: ports?.onFull }),
  });
  const collector = new VersionCollector({
    store,
    folder: contents,
    coverFolder,
    ...omitUndefined({ threadFolders, listReferenced: ports?.listReferenced }),
  });
  return { store, collector, coverFolder };
}

/** Versions of threads that are stored elsewhere must not lie where those of known threads are collected. */
function defaultFolder(stateDirectory: string, threadFolders: readonly string[] | undefined): string {
  return join(stateDirectory, threadFolders === undefined ? 'program-versions' : 'versions');
}
