import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A benchmark's own process, spoken to by messages. */
export interface Child extends AsyncDisposable {
  /** Sends a message, if there is one, and takes the next that comes. Errors: the process has ended. */
  ask<T>(message?: object): Promise<T>;
}

/** This build of Troupe, or the one that `--before` names. */
export type Build = 'before' | 'after';

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly execArgv?: readonly string[];
  /** Whose `createHost` it imports. Default: this one's. */
  readonly build?: Build;
}

/** Starts `bench/children/NAME.ts`; it ends when it is disposed of. */
export function startChild(
  name: string,
  { args = [], execArgv = [], build = 'after' }: ChildOptions = {},
): Child {
  const folder = build === 'after' ? '..' : '../before';
  const child = fork(new URL(`${folder}/children/${name}.mjs`, import.meta.url), args, {
    execArgv: [...execArgv],
    serialization: 'advanced',
  });
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', (code, signal) => {
      reject(new Error(`The ${name} process ended with ${code ?? signal}`));
    });
  });
  // Somebody hears of it with the next ask, or nobody wants to know.
  ended.catch(() => undefined);
  return {
    async ask<T>(message?: object): Promise<T> {
      const answer = once(child, 'message');
      if (message !== undefined) child.send(message);
      const [reply] = (await Promise.race([answer, ended])) as [T];
      return reply;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    },
  };
}

/** One message from a process that then ends. */
export async function askChild<T>(name: string, options: ChildOptions): Promise<T> {
  const child = startChild(name, options);
  try {
    return await child.ask<T>();
  } finally {
    await child[Symbol.asyncDispose]();
  }
}
