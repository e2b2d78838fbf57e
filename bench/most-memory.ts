import { readFileSync } from 'node:fs';

// Often enough for what lives as long as a person would notice.
const EVERY_MS = 20;
const BYTES_PER_KB = 1024;

/**
 * The most memory that a process and its descendants were seen to have at once. What several share counts in shares
 * (PSS). Linux alone tells.
 */
export class MostMemory {
  #most: number | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(pid: number | undefined) {
    this.#timer = setInterval(() => {
      const bytes = pid === undefined ? undefined : memoryBelow(pid);
      if (bytes !== undefined) this.#most = Math.max(this.#most ?? 0, bytes);
    }, EVERY_MS);
  }

  /** Units: bytes. Undefined: it was never seen, or the system does not tell. */
  stop(): number | undefined {
    clearInterval(this.#timer);
    return this.#most;
  }
}

/** What the descendants of a process have, without itself. Undefined: there are none. */
function memoryBelow(pid: number): number | undefined {
  const children = (read(`/proc/${pid}/task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
  const found = children.flatMap((child) => [memoryOf(child), memoryBelow(child)]);
  const known = found.filter((bytes) => bytes !== undefined);
  return known.length === 0 ? undefined : known.reduce((sum, bytes) => sum + bytes, 0);
}

function memoryOf(pid: number): number | undefined {
  const kilobytes = /^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * BYTES_PER_KB;
}

/** Undefined: the process has ended, or the system has no such file. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
