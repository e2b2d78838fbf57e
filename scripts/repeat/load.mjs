import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'load-process.mjs');

/**
 * Keeps a machine of two cores busy: two loops, and a process that writes and deletes files. They end by themselves when
 * this process ends, however it does.
 *
 * @returns {{ pids: readonly number[], end: () => Promise<void> }}
 */
export function startLoad() {
  // The pipe to their standard input is closed by the system when this process is killed.
  const children = ['loop', 'loop', 'disk'].map((kind) =>
    spawn(process.execPath, [program, kind], { stdio: ['pipe', 'ignore', 'inherit'], detached: true }),
  );
  const ended = children.map((child) => once(child, 'exit'));
  return {
    pids: children.map(({ pid }) => pid),
    end: async () => {
      for (const { stdin } of children) stdin.end();
      await Promise.all(ended);
    },
  };
}
