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

/** All processes at one moment, if nothing forked meanwhile. */
interface Look {
  readonly seen: readonly SeenProcess[];
  readonly isOneMoment: boolean;
  /** Those without any environment, as a process is for a moment in the middle of an `execve`. */
  readonly bare: readonly number[];
}

// Reading so many takes about 1 ms.
const PROCESSES_PER_SLICE = 64;
// On a machine that starts processes all the time no look is certain; a command that hides in that must be quick.
const MAX_LOOKS = 5;
// Flag of threads of the kernel, which have no environment. Source: PF_KTHREAD in Linux's include/linux/sched.h.
const KERNEL_THREAD = 0x00200000;

/**
 * The processes of a tree that are alive: those in the group or the session of its first, those with its mark in their
 * environment, and all that descend from them. One that has cleared its environment, left its session and lost its
 * parent is not found; a sandbox ends it all the same.
 */
export async function findTree({ rootPid, mark }: ProcessTree): Promise<readonly TreeProcess[]> {
  let bareBefore: readonly number[] = [];
  for (let looks = 1; ; looks += 1) {
    const { seen, isOneMoment, bare } = await (process.platform === 'linux'
      ? readProc(rootPid, mark)
      : askPs(rootPid, mark));
    const found = new Set(seen.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
    for (let before = -1; before !== found.size;) {
      before = found.size;
      for (const { pid, parentPid } of seen) if (found.has(parentPid)) found.add(pid);
    }
    const isCertain = isOneMoment && bare.every((pid) => bareBefore.includes(pid));
    if (found.size > 0 || isCertain || looks === MAX_LOOKS) {
      return seen.filter(({ pid }) => found.has(pid) && pid !== process.pid);
    }
    bareBefore = bare;
  }
}

async function readProc(rootPid: number, mark: string): Promise<Look> {
  const newestBefore = readNewestPid();
  const seen: SeenProcess[] = [];
  const bare: number[] = [];
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (const [index, name] of names.entries()) {
    if (index % PROCESSES_PER_SLICE === PROCESSES_PER_SLICE - 1) await breathe();
    // The name of the program stands in brackets and may hold anything, brackets too.
    const stat = readNow(`/proc/${name}/stat`) ?? '';
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state = ''] = fields;
    if (['', 'Z', 'X'].includes(state)) continue;
    const pid = Number(name);
    const [parentPid = 0, groupId = 0, session, , , flags = 0] = fields.slice(1).map(Number);
    let isMarked = [pid, groupId, session].includes(rootPid);
    if (!isMarked && (flags & KERNEL_THREAD) === 0) {
      const environment = readNow(`/proc/${name}/environ`);
      isMarked = environment?.includes(mark) === true;
      if (environment === '') bare.push(pid);
    }
    seen.push({ pid, parentPid, groupId, isMarked });
  }
  // A child that was forked meanwhile may have been missed, and its parent be gone.
  return { seen, isOneMoment: readNewestPid() === newestBefore, bare };
}

/** The process or thread that was started last on the whole machine. */
function readNewestPid(): string {
  return readNow('/proc/loadavg')?.split(' ').at(-1) ?? '';
}

/** Nothing for a process that is gone by now, or is another person's. The kernel's own files never wait for a disk. */
function readNow(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

/** Without /proc: `ps` shows the environment behind the command of one's own processes. */
async function askPs(rootPid: number, mark: string): Promise<Look> {
  const { stdout } = await promisify(execFile)(
    'ps',
    ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,state=,command='],
    {
      maxBuffer: Infinity,
    },
  );
  const seen = stdout.split('\n').flatMap((line) => {
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
  return { seen, isOneMoment: true, bare: [] };
}
