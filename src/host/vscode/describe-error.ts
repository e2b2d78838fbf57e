/** An error on one line for the log: its class and message, and those of its causes. Errors never contain keys. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : ` (${describeError(error.cause)})`;
  return `${error.name}: ${error.message}${cause}`;
}
