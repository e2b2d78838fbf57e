import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';

/** Identifies the processes that one command started. */
export interface ProcessTree {
  /** The id of the first process, which leads its process group and its session. */
  readonly rootPid: number;
  /** A string that only the environment of these processes contains. */
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
  /** Whether it has no environment at all, like any process in the middle of an `execve`. */
  readonly isBare: boolean;
}

// Reading this many takes about 1 ms.
const PROCESSES_PER_SLICE = 64;
// The first scan covers all processes, the later ones only new processes: few, and none after a few scans.
const MAX_SCANS = 10;
// Up to this many new processes are looked up by id; beyond that, reading the directory is cheaper.
const MAX_NEW_PIDS = 1000;
// Flags of processes. Source: PF_KTHREAD and PF_EXITING in Linux's include/linux/sched.h.
const KERNEL_THREAD = 0x00200000;
const EXITING = 0x00000004;

/**
 * The living processes of a tree: those in the group or session of its first process, those with its mark in their
 * environment, and all their descendants. A process that has cleared its environment, left its session and lost its
 * parent is not found; a sandbox ends it nevertheless. A sandbox that is ending counts as one of the tree, whosever it is:
 * it has lost its environment, and may have processes left that run until the kernel has ended them.
 */
export async function findProcessTree(tree: ProcessTree): Promise<readonly TreeProcess[]> {
  const seen = await (process.platform === 'linux' ? readProc(tree) : askPs(tree));
  const found = new Set(seen.filter(({ isMarked }) => isMarked).map(({ pid }) => pid));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const { pid, parentPid } of seen) if (found.has(parentPid)) found.add(pid);
  }
  return seen.filter(({ pid }) => found.has(pid) && pid !== process.pid);
}

/**
 * Scans /proc. Scans again, while it finds processes of the tree, for those that it may have missed: children forked
 * after their parent was read, and processes in the middle of an `execve`, which have no environment for a moment.
 */
async function readProc({ rootPid, mark }: ProcessTree): Promise<readonly SeenProcess[]> {
  const seen = new Map<number, SeenProcess>();
  let newest = readNewestPid();
  let pids = listPids();
  for (let looks = 0; looks < MAX_SCANS && pids.length > 0; looks += 1) {
    const bare: number[] = [];
    for (const [index, pid] of pids.entries()) {
      if (index % PROCESSES_PER_SLICE === PROCESSES_PER_SLICE - 1) await yieldToEventLoop();
      const found = readProcess(pid, rootPid, mark);
      if (found === undefined) continue;
      // Without an environment in two scans in a row, the process is not in the middle of an `execve`.
      if (found.isBare && seen.get(pid)?.isBare !== true) bare.push(pid);
      seen.set(pid, found);
    }
    if ([...seen.values()].some(({ isMarked }) => isMarked)) break;
    const newer = readNewestPid();
    pids = [...bare, ...pidsBetween(newest, newer)];
    newest = newer;
  }
  return [...seen.values()];
}

function readProcess(pid: number, rootPid: number, mark: string): SeenProcess | undefined {
  // The name of the program is in parentheses and may contain anything, including parentheses.
  const stat = readNow(`/proc/${pid}/stat`) ?? '';
  const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (['', 'Z', 'X'].includes(state)) return undefined;
  const [parentPid = 0, groupId = 0, session, , , flags = 0] = fields.map(Number);
  if ([pid, groupId, session].includes(rootPid)) {
    return { pid, parentPid, groupId, isMarked: true, isBare: false };
  }
  const environment = (flags & KERNEL_THREAD) === 0 ? readNow(`/proc/${pid}/environ`) : undefined;
  const isEndingSandbox = (flags & EXITING) !== 0 && stat.includes('(bwrap)');
  return {
    pid,
    parentPid,
    groupId,
    isMarked: isEndingSandbox || environment?.includes(mark) === true,
    isBare: environment === '',
  };
}

function listPids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** The ids of processes that may have started since `newest`; ids wrap around at the maximum. */
function pidsBetween(newest: number, newer: number): readonly number[] {
  const count = newer - newest;
  return count < 0 || count > MAX_NEW_PIDS
    ? listPids()
    : Array.from({ length: count }, (_, index) => newest + 1 + index);
}

/** The id of the process or thread that the machine started last. */
function readNewestPid(): number {
  return Number(readNow('/proc/loadavg')?.split(' ').at(-1));
}

/** `undefined` for a process that has ended or belongs to another user. Files of the kernel never block on a disk. */
function readNow(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

/**
 * For systems without /proc: `ps` prints the environment of one's own processes after the command. A fixed path, because
 * a project could change the PATH.
 */
async function askPs({ rootPid, mark }: ProcessTree): Promise<readonly SeenProcess[]> {
  const { stdout } = await promisify(execFile)(
    '/bin/ps',
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
        isBare: false,
      },
    ];
  });
}
