import { readFile } from 'node:fs/promises';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';

/** Whether the process with this start time, from `startOf`, is still running: systems reuse process ids. */
export async function isProcessRunning(pid: number, started: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
  }
  return (await startOf(pid)) === started;
}

/** The start time of a process, only for comparison; `''` where the system does not tell. */
export async function startOf(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in parentheses, may contain anything; the start time is the 20th field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
