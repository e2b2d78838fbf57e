import { readdirSync, readFileSync } from 'node:fs';

/** The processes that any thread of a process has started, by what their command line contains. Linux only. */
export function childProcesses(parent: number, commandPart: string): number[] {
  return readdirSync(`/proc/${parent}/task`)
    .flatMap((thread) => readFileSync(`/proc/${parent}/task/${thread}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(commandPart))
    .map(Number);
}
