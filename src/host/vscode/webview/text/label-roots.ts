/**
 * A short label for each root: its folder name, preceded by as many parent folders as make it unique.
 * Shape: keyed by the root's path.
 */
export function labelRoots(roots: readonly string[]): ReadonlyMap<string, string> {
  const distinct = [...new Set(roots)];
  const parts = new Map(distinct.map((root) => [root, root.split(/[\\/]/).filter((part) => part !== '')]));
  const label = (root: string, depth: number): string => (parts.get(root) ?? []).slice(-depth).join('/');
  return new Map(
    distinct.map((root) => {
      const most = parts.get(root)?.length ?? 0;
      let depth = 1;
      while (
        depth < most &&
        distinct.some((other) => other !== root && label(other, depth) === label(root, depth))
      )
        depth++;
      return [root, label(root, depth)];
    }),
  );
}
