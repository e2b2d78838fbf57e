import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FromWatchProcess, ToWatchProcess } from './messages.js';
import { messageOf } from './watch-error.js';

// Enough for the message and the top of the stack of what it died of.
const MAX_STDERR_CHARS = 2_000;

/** How a watch process ended. */
export interface WatchProcessEnd {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The last that it wrote to stderr, or why it could not be started. */
  readonly lastWords: string;
}

/** A running watch process, seen from its parent. */
export interface WatchProcessHandle {
  readonly pid: number | undefined;
  /** Never throws: a process that is gone hears nothing. */
  send(message: ToWatchProcess): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface WatchProcessHandlers {
  readonly onMessage: (message: FromWatchProcess) => void;
  /** Called once, last, and not before `ForkWatchProcess` has returned. */
  readonly onEnd: (end: WatchProcessEnd) => void;
}

/** Errors: never throws; what cannot be started has ended. */
export type ForkWatchProcess = (entry: URL, handlers: WatchProcessHandlers) => WatchProcessHandle;

/** Starts `entry` as a process of its own, with nothing but a channel and a stderr that is read. */
export const forkWatchProcess: ForkWatchProcess = (entry, { onMessage, onEnd }) => {
  let lastWords = '';
  let hasEnded = false;
  const end = (exitCode: number | null, signal: string | null): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd({ exitCode, signal, lastWords: lastWords.trim() });
  };
  const endUnstarted = (error: unknown): void => {
    lastWords = messageOf(error);
    end(null, null);
  };

  let child: ChildProcess;
  try {
    child = start(fileURLToPath(entry));
  } catch (error) {
    // Where the system refuses for want of memory; other refusals come as an event.
    queueMicrotask(() => {
      endUnstarted(error);
    });
    return { pid: undefined, send: () => undefined, kill: () => undefined };
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-MAX_STDERR_CHARS);
  });
  child.on('message', (message) => {
    // The other end is our own entry.
    onMessage(message as FromWatchProcess);
  });
  child.on('close', end);
  child.on('error', (error) => {
    // Once it runs, an error is a message or a signal that came too late for it, and `close` follows.
    if (child.pid === undefined) endUnstarted(error);
  });
  return {
    pid: child.pid,
    send(message) {
      child.send(message, () => undefined);
    },
    kill(signal) {
      child.kill(signal);
    },
  };
};

function start(path: string): ChildProcess {
  return fork(path, [], {
    // Not the caller's: Windows lets nobody delete a directory that a process is in.
    cwd: dirname(path),
    // In VS Code the running program is Electron, which must be told to behave like Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
