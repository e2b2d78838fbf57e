import { readdirSync, readFileSync } from 'node:fs';

/** The processes that any thread of a process has started, by what their command line contains. Linux only. */
export function childProcesses(parent: number, commandPart: string): number[] {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => readOrEmpty(`/proc/${parent}/task/${thread}/children`).split(' '))
    .filter((pid) => pid !== '' && readOrEmpty(`/proc/${pid}/cmdline`).includes(commandPart))
    .map(Number);
}

/** Threads and processes end while one looks at them. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
