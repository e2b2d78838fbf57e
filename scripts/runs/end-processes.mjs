import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable in the environment of a command that what it starts inherits. */
export const MARK = 'TROUPE_RUN_MARK';

// What is killed is gone within a few milliseconds, but a process that is just being started is seen only afterwards.
const PAUSE_MS = 20;

/**
 * Resolves when no process of a command is left: those of its group, and on Linux whatever has inherited its mark as well,
 * as tests start processes in groups of their own.
 *
 * @param {number | undefined} group Nothing when the command could not be started.
 * @param {string} mark
 */
export async function endProcesses(group, mark) {
  if (group === undefined) return;
  kill(-group);
  if (process.platform !== 'linux') return;
  for (let left = await findMarked(mark); left.length > 0; left = await findMarked(mark)) {
    left.forEach(kill);
    await sleep(PAUSE_MS);
  }
}

async function findMarked(mark) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const marked = await Promise.all(pids.map((pid) => hasMark(pid, mark)));
  return pids.filter((_, index) => marked[index]);
}

/** Whether a process has inherited the mark. One that has ended, or belongs to somebody else, has not. */
async function hasMark(pid, mark) {
  try {
    return (await readFile(`/proc/${pid}/environ`, 'latin1')).split('\0').includes(`${MARK}=${mark}`);
  } catch {
    return false;
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended in the meantime. Of a group in which all have, macOS says EPERM.
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error;
  }
}
