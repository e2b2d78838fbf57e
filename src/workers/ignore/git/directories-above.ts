/**
 * The directories on the way from a repository's top to a root in it, the top first, the root left out.
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
