/** The directory that a path is in, from the folder on; `''` is the folder. */
export function parentOf(at: string): string {
  return at.slice(0, Math.max(0, at.lastIndexOf('/')));
}
