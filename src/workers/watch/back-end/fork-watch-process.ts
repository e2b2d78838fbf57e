import { type ChildProcess, fork } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import type { BackEnd, BackEndHandlers } from './back-end.js';
import type { FromBackEnd } from './messages.js';

// Enough for the message and the top of the stack of a fatal error.
const MAX_STDERR_CHARS = 2_000;

/** A back end in a process of its own. */
interface WatchProcess extends BackEnd {
  readonly pid: number | undefined;
}

/** Forks `entry` as a process with an IPC channel and a captured stderr. */
export function forkWatchProcess(entry: URL, { onMessage, onEnd }: BackEndHandlers): WatchProcess {
  let lastWords = '';
  let hasEnded = false;
  const end = (exitCode: number | null, signal: string | null, error?: unknown): void => {
    if (hasEnded) return;
    hasEnded = true;
    const reason = describe(exitCode, signal, lastWords.trim());
    onEnd({ reason, isOwnFault: exitCode !== null, isResourceShortage: isResourceShortage(error) });
  };
  const endUnstarted = (error: unknown): void => {
    lastWords = messageOf(error);
    end(null, null, error);
  };

  let child: ChildProcess;
  try {
    child = start(fileURLToPath(entry));
  } catch (error) {
    // `fork` throws when there is no memory; other failures come as an event.
    queueMicrotask(() => {
      endUnstarted(error);
    });
    return { pid: undefined, send: () => undefined, end: () => undefined };
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords = (lastWords + text).slice(-MAX_STDERR_CHARS);
  });
  child.on('message', (message) => {
    // The process runs our own entry, so its messages need no validation.
    onMessage(message as FromBackEnd);
  });
  child.on('close', (exitCode, signal) => {
    end(exitCode, signal);
  });
  child.on('error', (error) => {
    // Once the process runs, an `error` is a message or a signal that came too late, and `close` follows.
    if (child.pid === undefined) endUnstarted(error);
  });
  return {
    pid: child.pid,
    send(message) {
      child.send(message, () => undefined);
    },
    end(how) {
      child.kill(how === 'stop' ? 'SIGTERM' : 'SIGKILL');
    },
  };
}

function start(path: string): ChildProcess {
  return fork(path, [], {
    // Not the caller's directory: Windows does not delete a directory that is a process's working directory.
    cwd: dirname(path),
    // In VS Code the executable is Electron, which must be told to behave like Node.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** How a process ended, as a sentence. `exitCode` is null after a signal, and both are when it never started. */
function describe(exitCode: number | null, signal: string | null, lastWords: string): string {
  const how = signal ?? (exitCode === null ? 'not started' : `exit code ${exitCode}`);
  // Node prints an error between source lines and a stack; one without a stack in brackets.
  const why = /^\[?(\w*Error\b.*?)\]?$/m.exec(lastWords)?.[1] ?? lastWords.split('\n').at(-1);
  return why ? `Its process ended (${how}): ${why}` : `Its process ended (${how}).`;
}
