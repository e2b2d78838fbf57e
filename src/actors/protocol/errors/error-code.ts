/**
 * The code of whatever was thrown, such as `ENOENT` of Node's `fs` or `FILE_NOT_FOUND` of a `TroupeError`; `undefined` for
 * what is no error, or has no code that is a text.
 */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
