import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** Resolves after a time. Only to make a fault at any moment, never to wait for something: `until` does that. */
export async function pause(ms: number): Promise<void> {
  await wait(ms);
}

/** Kills a process after a time, whatever it does then, unless it has ended. Only to make a fault at any moment. */
export function killLater(child: ChildProcess, ms: number): void {
  const ended = new AbortController();
  child.once('exit', () => {
    ended.abort();
  });
  wait(ms, undefined, { signal: ended.signal }).then(
    () => child.kill('SIGKILL'),
    () => undefined,
  );
}
