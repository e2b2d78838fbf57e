import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { endProcesses, MARK } from './end-processes.mjs';

/**
 * Runs a command with its output in a file. Whatever it has started is ended with it, also when it is stopped.
 *
 * @param {readonly string[]} command The program and its arguments.
 * @param {object} options
 * @param {string} options.cwd
 * @param {Readonly<Record<string, string | undefined>>} options.env
 * @param {string} options.log The file, which is emptied first.
 * @param {AbortSignal} options.signal Ends the command.
 * @returns {Promise<{ problem: string | undefined, seconds: number }>} What went wrong, if anything did.
 */
export async function runCommand([program, ...args], { cwd, env, log, signal }) {
  const start = performance.now();
  const mark = randomUUID();
  const output = openSync(log, 'w');
  let end = () => {};
  try {
    // In a group of its own it has no part in the Ctrl+C of a terminal, which would leave the order to chance.
    const child = spawn(program, args, {
      cwd,
      env: { ...env, [MARK]: mark },
      stdio: ['ignore', output, output],
      detached: true,
    });
    const ended = new Promise((resolve) => {
      child.once('error', ({ message }) => resolve(message));
      child.once('exit', (code, killer) => resolve(code === 0 ? undefined : (killer ?? `exit code ${code}`)));
    });
    end = () => child.kill('SIGKILL');
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
    const problem = await ended;
    await endProcesses(child.pid, mark);
    return { problem, seconds: (performance.now() - start) / 1000 };
  } finally {
    signal.removeEventListener('abort', end);
    closeSync(output);
  }
}
