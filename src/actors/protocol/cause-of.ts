import { TroupeError, toWire, type WireError } from './errors.js';

// Nobody reads on in a longer one, and a thread stores it. Units: UTF-16 units.
const MAX_CHARS = 10_000;

/**
 * The cause of a `TroupeError`, or the thrown value itself where it is no `TroupeError`; with stack and causes, for
 * programs. Long messages and stacks are cut.
 */
export function causeOf(thrown: unknown): { readonly cause?: WireError } {
  const cause = thrown instanceof TroupeError ? thrown.cause : thrown;
  return cause === undefined ? {} : { cause: shorten(toWire(cause)) };
}

function shorten({ message, stack, cause, ...rest }: WireError): WireError {
  return {
    ...rest,
    message: cut(message),
    ...(stack === undefined ? {} : { stack: cut(stack) }),
    ...(cause === undefined ? {} : { cause: shorten(cause) }),
  };
}

function cut(text: string): string {
  return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).toWellFormed()}…`;
}
