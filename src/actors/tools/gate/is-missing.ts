/** The code of an error of Node's `fs`, such as `ENOENT`. */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/**
 * Whether a file operation failed because the path does not exist: no such name, or a file in place of a parent
 * directory.
 */
export function isMissing(thrown: unknown): boolean {
  const code = errorCode(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG';
}
