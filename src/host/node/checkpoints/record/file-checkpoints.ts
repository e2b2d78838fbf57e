import type { CallRecording, Checkpoints } from '../../../../actors/protocol/checkpoints.js';
import type { FileChanges } from '../../../../actors/protocol/file-changes.js';
import type {
  FileVersion,
  PathVersion,
  UncoveredPath,
  VersionChange,
} from '../../../../actors/protocol/file-version.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import type { AbsPath } from '../../../../actors/protocol/workspace.js';
import { runCooperatively } from '../../../../actors/runtime/slices.js';
import type { DiskChanges } from '../../file-changes/file-changes.js';
import type { CommandCover } from '../command-cover.js';
import type { GitSource } from '../git/git-source.js';
import type { KnownWrites } from '../known-writes.js';
import { Looker } from '../looks/looker.js';
import { RecordedEdits } from './recorded-edits.js';
import { restoreVersions } from '../restore/restore-versions.js';
import { undoInText } from './undo-in-text.js';
import { type FileContent, VersionReader } from '../version-reader.js';
import type { VersionStore } from '../version-store.js';

interface FileCheckpointsOptions {
  readonly store: VersionStore;
  /** Disposed of with the checkpoints. */
  readonly git: GitSource;
  /** Covers commands. */
  readonly cover: CommandCover;
  /** Shared with `cover`. */
  readonly writes: KnownWrites;
  /** Puts versions back. Its journal is that of the host's other changes. */
  readonly disk: DiskChanges;
  /** The host's port, if that is not the disk: an editor that knows what is unsaved. */
  readonly port?: FileChanges;
}

// A text that is merged is in memory several times. Units: bytes.
const MAX_MERGE_BYTES = 10 * 1024 * 1024;
const NEVER = new AbortController().signal;

/** Records what calls do to files on this machine, and puts files back. */
export class FileCheckpoints implements Checkpoints, AsyncDisposable {
  readonly #options: FileCheckpointsOptions;
  readonly #looker: Looker;
  readonly #reader: VersionReader;

  constructor(options: FileCheckpointsOptions) {
    this.#options = options;
    this.#looker = new Looker(options);
    this.#reader = new VersionReader(options);
  }

  recordEdits(changes: FileChanges, call: CallRecording): FileChanges {
    return new RecordedEdits({ changes, call, looker: this.#looker, writes: this.#options.writes });
  }

  findUncovered(signal: AbortSignal): Promise<readonly UncoveredPath[]> {
    return this.#options.cover.findUncovered(signal);
  }

  beforeCommand(call: CallRecording, signal: AbortSignal): Promise<() => Promise<void>> {
    return this.#options.cover.beforeCommand(call, signal);
  }

  async findInterrupted(thread: ThreadId, callId: string): Promise<readonly VersionChange[]> {
    return (await this.#options.cover.findInterrupted?.(thread, callId)) ?? [];
  }

  async look(
    paths: readonly AbsPath[],
    options: { readonly isKept: boolean },
  ): Promise<readonly PathVersion[]> {
    return (await this.#looker.look(paths, options)).versions;
  }

  async mergeVersions(
    mine: FileVersion,
    base: FileVersion,
    theirs: FileVersion,
  ): Promise<Uint8Array | undefined> {
    const contents: Uint8Array[] = [];
    for (const version of [mine, base, theirs]) {
      if (version.kind !== 'file' || version.size > MAX_MERGE_BYTES) return undefined;
      contents.push(await this.#reader.read(version));
    }
    const [left, target, right] = contents;
    if (left === undefined || target === undefined || right === undefined) return undefined;
    return runCooperatively(undoInText(left, target, right), NEVER);
  }

  readVersion(version: FileContent): Promise<Uint8Array> {
    return this.#reader.read(version);
  }

  async restore(thread: ThreadId, changes: readonly VersionChange[], signal: AbortSignal): Promise<void> {
    const { disk, port, writes } = this.#options;
    const parts = {
      disk,
      looker: this.#looker,
      reader: this.#reader,
      ...omitUndefined({ port }),
    };
    await writes.inTurn(async () => {
      const found = await restoreVersions(changes, parts, signal);
      for (const [path, after] of found) writes.note(path, { after, thread, at: Date.now() });
    });
  }

  /** Ends the processes of git. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#options.git[Symbol.asyncDispose]();
  }
}
