import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Heard } from './heard.js';
import type { WatchReport } from './watch-parent.js';

/** Why no process can be given a limit of watches of its own here; `undefined` where one can. */
export const noWatchLimit: string | undefined =
  spawnSync('unshare', ['-Ur', 'true']).status === 0
    ? undefined
    : 'Watches cannot be limited: unshare does not work here.';

/** The command that runs a script of Node with so many watches for it and its children. */
export function withWatches(max: number, ...script: readonly string[]): [string, readonly string[]] {
  const limit = `echo ${max} > /proc/sys/user/max_inotify_watches && exec "$0" "$@"`;
  return ['unshare', ['-Ur', 'sh', '-c', limit, process.execPath, ...script]];
}

/** Starts `watch-parent.js` as a process of its own, for the caller to close, and listens to it. */
export function startWatchParent(
  toClose: (() => unknown)[],
  command: string,
  args: readonly string[],
): { heard: Heard; parent: ChildProcess } {
  const heard = new Heard();
  const parent = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  toClose.push(() => parent.kill('SIGKILL'));
  createInterface({ input: parent.stdout }).on('line', (line) => {
    heard.take(JSON.parse(line) as WatchReport);
  });
  return { heard, parent };
}
