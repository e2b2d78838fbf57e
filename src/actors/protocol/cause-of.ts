import { TroupeError, toWire, type WireError } from './errors.js';

/** The error behind one of ours, or anything else that was thrown, with its stack and causes, for a program. */
export function causeOf(thrown: unknown): { readonly cause?: WireError } {
  const cause = thrown instanceof TroupeError ? thrown.cause : thrown;
  return cause === undefined ? {} : { cause: toWire(cause) };
}
