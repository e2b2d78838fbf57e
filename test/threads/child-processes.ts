import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started, by default this one, by what their command line contains. Linux only. */
export function childProcesses(commandPart: string, parentPid = process.pid): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        return (
          Number(parent) === parentPid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(commandPart)
        );
      } catch {
        // It ended while we looked.
        return false;
      }
    });
}
