import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type LogDisk, nodeDisk } from '../../src/host/node/threads/log/log-disk.js';

/** Something that was done to the disk. */
export type Operation =
  | { readonly type: 'write'; readonly file: number; readonly position: number; readonly bytes: Buffer }
  | { readonly type: 'truncate'; readonly file: number; readonly length: number }
  | { readonly type: 'sync'; readonly file: number }
  | { readonly type: 'create'; readonly path: string; readonly file: number }
  | { readonly type: 'rename'; readonly path: string; readonly to: string }
  | { readonly type: 'remove'; readonly path: string }
  | { readonly type: 'sync folder'; readonly path: string };

/** What becomes of an operation that no sync had put on the disk. */
type Fate = 'kept' | 'lost' | 'nul' | 'cut';

/** A disk that remembers what was done to it, and in which order, so that a power failure can be played at any point. */
export class RecordingDisk implements LogDisk {
  readonly operations: Operation[] = [];
  #files = 0;

  readonly makeFolder = (path: string): Promise<void> => nodeDisk.makeFolder(path);
  readonly list = (path: string): Promise<readonly string[]> => nodeDisk.list(path);

  async create(path: string): ReturnType<LogDisk['create']> {
    const inner = await nodeDisk.create(path);
    const file = this.#files++;
    this.operations.push({ type: 'create', path, file });
    return {
      write: async (bytes, position) => {
        // What began to be written may be on the disk before the call ends.
        this.operations.push({ type: 'write', file, position, bytes: Buffer.from(bytes) });
        await inner.write(bytes, position);
      },
      sync: async () => {
        await inner.sync();
        this.operations.push({ type: 'sync', file });
      },
      truncate: async (length) => {
        this.operations.push({ type: 'truncate', file, length });
        await inner.truncate(length);
      },
      close: () => inner.close(),
    };
  }

  async syncFolder(path: string): Promise<void> {
    await nodeDisk.syncFolder(path);
    this.operations.push({ type: 'sync folder', path });
  }

  async rename(from: string, to: string): Promise<void> {
    this.operations.push({ type: 'rename', path: from, to });
    await nodeDisk.rename(from, to);
  }

  async remove(path: string): Promise<void> {
    this.operations.push({ type: 'remove', path });
    await nodeDisk.remove(path);
  }

  /**
   * Writes to the folder `to` what may be left of `from` after a power failure behind the first `count` operations:
   * whatever was synced, and of the rest what `choose` says.
   */
  playFailure(count: number, from: string, to: string, choose: () => Fate): void {
    const done = this.operations.slice(0, count);
    const names = new Map<string, number>();
    const contents = new Map<number, Buffer>();
    for (const [index, operation] of done.entries()) {
      const fate = this.#isSynced(operation, done.slice(index + 1)) ? 'kept' : choose();
      if (fate !== 'lost') apply(operation, fate, names, contents);
    }
    for (const [path, file] of names) {
      const place = join(to, relative(from, path));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, contents.get(file) ?? Buffer.alloc(0));
    }
  }

  #isSynced(operation: Operation, later: readonly Operation[]): boolean {
    if (operation.type === 'write' || operation.type === 'truncate')
      return later.some((next) => next.type === 'sync' && next.file === operation.file);
    if (operation.type === 'sync' || operation.type === 'sync folder') return true;
    return later.some((next) => next.type === 'sync folder' && next.path === dirname(operation.path));
  }
}

function apply(
  operation: Operation,
  fate: Fate,
  names: Map<string, number>,
  contents: Map<number, Buffer>,
): void {
  switch (operation.type) {
    case 'create':
      names.set(operation.path, operation.file);
      return;
    case 'rename': {
      const file = names.get(operation.path);
      if (file === undefined) return;
      names.delete(operation.path);
      names.set(operation.to, file);
      return;
    }
    case 'remove':
      names.delete(operation.path);
      return;
    case 'write': {
      const { file, position, bytes } = operation;
      const written = fate === 'cut' ? bytes.subarray(0, Math.floor(bytes.length / 2)) : bytes;
      const old = contents.get(file) ?? Buffer.alloc(0);
      const next = Buffer.alloc(Math.max(old.length, position + written.length));
      old.copy(next);
      if (fate === 'nul') next.fill(0, position, position + written.length);
      else written.copy(next, position);
      contents.set(file, next);
      return;
    }
    case 'truncate':
      contents.set(
        operation.file,
        (contents.get(operation.file) ?? Buffer.alloc(0)).subarray(0, operation.length),
      );
      return;
    default:
  }
}
