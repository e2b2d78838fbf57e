/** Whether other users than the one who runs this process may write a file. */
export function isWritableByOthers({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
  // Windows has no permission bits; its files are private to the user profile.
  return process.platform !== 'win32' && ((mode & 0o022) !== 0 || uid !== process.getuid?.());
}
