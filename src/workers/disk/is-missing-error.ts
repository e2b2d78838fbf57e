/** Whether a file system call failed because its path does not exist, or one of the path's parents is no directory. */
export function isMissingError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
