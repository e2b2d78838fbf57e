import { errorCode } from '../../actors/protocol/errors/error-code.js';

// Too many open files in this process or on the machine; no memory; a failing disk (errno(3)); and the error of Node
// when one of these keeps a thread from starting.
const SHORTAGE_CODES: ReadonlySet<unknown> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'EIO',
  'ERR_WORKER_INIT_FAILED',
]);

/**
 * Whether a call failed, directly or by its `cause`, for a shortage that may pass, which says nothing about the path.
 */
export function isResourceShortage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return SHORTAGE_CODES.has(errorCode(error)) || isResourceShortage(error.cause);
}
