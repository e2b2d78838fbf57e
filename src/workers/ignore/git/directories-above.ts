/**
 * The directories from a repository's top down to, but without, a root inside of it.
 * Shape: as `prefix`, `''` or ending in a slash.
 */
export function directoriesAbove(prefix: string): string[] {
  const names = prefix.split('/').slice(0, -1);
  return names.map((_, depth) =>
    names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join(''),
  );
}
