/** An error in one line, for a log: its class and message, and those of its causes. It holds no key: errors do not. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${describeError(error.cause)})`;
  return `${error.name}: ${error.message}${cause}`;
}
