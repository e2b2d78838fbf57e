import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AbsPath, RootStatus, WorkspaceConfig } from '../../src/actors/protocol/workspace.js';
import { deferred, type Deferred } from '../../src/actors/runtime/deferred.js';
import type { BuiltEntries } from './build-entries.js';
import type { FollowedIndex } from './followed-folder.js';

const API = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

// Twice what a host that is at work has open, and soon used up.
const MAX_OPEN_FILES = 128;

/** Where a process and its children find how many directories they can watch, in a namespace of their own. */
export const MAX_WATCHES = '/proc/sys/user/max_inotify_watches';

/** What the host's process can be told, and what it answers. */
export interface Orders {
  open: void;
  /** Nothing is left from the moment on at which the host is there: its index has hardly begun to read by then. */
  openAndStarve: void;
  starve: void;
  relax: void;
  /** Lets it watch as many directories as it likes. */
  giveWatches: void;
  files: string[];
  status: RootStatus;
  /** The files that a search for `there` finds. */
  search: string[];
  /** How many lines hold `there`, up to ten. */
  grep: number;
  /** Ends the host; the process ends by itself then. */
  close: void;
}
export type Order = keyof Orders;

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly code?: string } }
  | { readonly news: true };

/** How the process ended, and what it wrote: nothing, when all went well. */
export interface Ended {
  readonly exitCode: number | null;
  readonly output: string;
}

/** A real host in a process of its own that may have 128 files open, and can be made to use them up. */
export class StarvingHost implements FollowedIndex {
  readonly ended: Promise<Ended>;
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, Deferred<unknown>>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  /** `maxWatches`, which needs `unshare`: how many directories it and its children can watch. Default: the system's. */
  constructor(
    entries: BuiltEntries,
    path: AbsPath,
    { watcher, maxWatches }: { watcher: WorkspaceConfig['watcher']; maxWatches?: number },
  ) {
    const script = [fileURLToPath(entries.url('starving-host.entry')), API, path, watcher];
    const own = maxWatches === undefined ? [] : ['unshare', '-Ur'];
    const watches = maxWatches === undefined ? '' : `echo ${maxWatches} > ${MAX_WATCHES} && `;
    const limited = `${watches}ulimit -n ${MAX_OPEN_FILES} && exec "$0" "$@"`;
    const [program = '', ...args] = [...own, 'bash', '-c', limited, process.execPath, ...script];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    this.ended = new Promise((resolve) => {
      child.on('close', (exitCode) => {
        resolve({ exitCode, output });
        for (const { reject } of this.#pending.values()) reject(new Error(`The host has ended: ${output}`));
      });
    });
    child.on('message', (answer) => {
      this.#take(answer as Answer);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Errors: an error with the code and the message of what went wrong there. */
  ask<O extends Order>(order: O): Promise<Orders[O]> {
    const answer = deferred<unknown>();
    const id = ++this.#lastId;
    this.#pending.set(id, answer);
    this.#child.send({ id, order });
    return answer.promise as Promise<Orders[O]>;
  }

  files(): Promise<string[]> {
    return this.ask('files');
  }

  status(): Promise<RootStatus> {
    return this.ask('status');
  }

  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.connected) await this.ask('close');
    await this.ended;
  }

  #take(answer: Answer): void {
    if ('news' in answer) {
      for (const listener of this.#listeners) listener();
      return;
    }
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if ('error' in answer) pending?.reject(Object.assign(new Error(answer.error.message), answer.error));
    else pending?.resolve(answer.value);
  }
}
