import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { breathe } from '../../../actors/runtime/abort.js';

/** The processes that one command started. */
export interface ProcessTree {
  /** The first of them, a leader of its process group and its session. */
  readonly rootPid: number;
  /** What their environment holds, and no other's. */
  readonly mark: string;
}

/** A process of a tree. */
export interface TreeProcess {
  readonly pid: number;
  readonly parentPid: number;
  readonly groupId: number;
}

interface SeenProcess extends TreeProcess {
  readonly isMarked: boolean;
}

// Reading so many takes about 1 ms.
const PROCESSES_PER_SLICE = 64;

/**
 * The processes of a tree that are alive: those in the group or the session of its first, those with its mark in their
 * environment, and all that descend from them. One that has cleared its environment, left its session and lost its
 * parent is not found; a sandbox ends it all the same.
 */
export async function findTree({ rootPid, mark }: ProcessTree): Promise<readonly TreeProcess[]> {
  const seen = await (process.platform === 'linux' ? readProc(rootPid, mark) : askPs(rootPid, mark));
  const found = new Set(seen.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parentPid } of seen) if (found.has(parentPid)) found.add(pid);
  }
  return seen.filter(({ pid }) => found.has(pid) && pid !== process.pid);
}

async function readProc(rootPid: number, mark: string): Promise<readonly SeenProcess[]> {
  const seen: SeenProcess[] = [];
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const [index, name] of names.entries()) {
    if (index % PROCESSES_PER_SLICE === PROCESSES_PER_SLICE - 1) await breathe();
    // The name of the program stands in brackets and may hold anything, brackets too.
    const stat = readNow(`/proc/${name}/stat`);
    const [state, parentPid, groupId, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === '' || state === undefined || state === 'Z' || state === 'X') continue;
    const pid = Number(name);
    seen.push({
      pid,
      parentPid: Number(parentPid),
      groupId: Number(groupId),
      isMarked:
        [pid, Number(groupId), Number(session)].includes(rootPid) ||
        readNow(`/proc/${name}/environ`).includes(mark),
    });
  }
  return seen;
}

/** Nothing for a process that is gone by now, or is another person's. The kernel's own files never wait for a disk. */
function readNow(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

/** Without /proc: `ps` shows the environment behind the command of one's own processes. */
async function askPs(rootPid: number, mark: string): Promise<readonly SeenProcess[]> {
  const { stdout } = await promisify(execFile)(
    'ps',
    ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,state=,command='],
    {
      maxBuffer: Infinity,
    },
  );
  return stdout.split('\n').flatMap((line) => {
    const [pid, parentPid, groupId, state = 'Z'] = line.trim().split(/\s+/, 4);
    if (state.startsWith('Z')) return [];
    return [
      {
        pid: Number(pid),
        parentPid: Number(parentPid),
        groupId: Number(groupId),
        isMarked: [Number(pid), Number(groupId)].includes(rootPid) || line.includes(mark),
      },
    ];
  });
}
