// Too many open files, here or on the machine; no memory; a disk or drive that fails. Source: errno(3).
const STARVED: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EIO']);

/** Whether a call failed for want of something that comes back, and says nothing of what it asked about. */
export function isStarved(error: unknown): boolean {
  return error instanceof Error && 'code' in error && STARVED.has(error.code);
}
