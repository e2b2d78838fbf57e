import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';

const root = join(import.meta.dirname, '../..');

/** Runs the tests of the folder it runs in, whose functions are global. Options and files may follow. */
export const PLANTED_COMMAND = [
  process.execPath,
  join(root, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--globals',
];

export interface RunningProgram {
  readonly child: ChildProcess;
  /** How it ended, and the lines that it printed. */
  readonly ended: Promise<{ readonly code: number | null; readonly lines: readonly string[] }>;
}

/** Runs JavaScript in a folder. `from(path)` in it imports a file below `scripts`. */
export function startProgram(folder: AbsPath, code: string): RunningProgram {
  const scripts = pathToFileURL(join(root, 'scripts/')).href;
  const program = `const from = (path) => import(${JSON.stringify(scripts)} + path);\n${code}`;
  // A vitest in a vitest would take itself for a worker.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<{ code: number | null; lines: string[] }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, lines: output.trimEnd().split('\n') });
    });
  });
  return { child, ended };
}

/** Whether a process is there, and, on Linux, not only waits for its parent to take notice of its end. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
