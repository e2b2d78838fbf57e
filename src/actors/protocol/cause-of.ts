import { TroupeError, toWire, type WireError } from './errors.js';

/**
 * The cause of a `TroupeError`, or the thrown value itself where it is no `TroupeError`; with stack and causes, for
 * programs.
 */
export function causeOf(thrown: unknown): { readonly cause?: WireError } {
  const cause = thrown instanceof TroupeError ? thrown.cause : thrown;
  return cause === undefined ? {} : { cause: toWire(cause) };
}
