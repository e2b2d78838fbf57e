// Too many open files, here or on the machine; no memory; a disk or drive that fails. Source: errno(3). And what Node
// says when one of them keeps a thread from starting.
const STARVED: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EIO',
  'ERR_WORKER_INIT_FAILED',
]);

/** Whether a call failed, in the end, for want of something that comes back, and says nothing of what it asked about. */
export function isResourceShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && STARVED.has(error.code)) || isResourceShortage(error.cause);
}
