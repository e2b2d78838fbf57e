import type { FindPeer } from './peer.js';

/** The plainest way to a prefix: sorted lower-case strings and a binary search, once by path and once by name. */
export const sortedNames: FindPeer = {
  label: 'sorted array, binary search',
  prepare(paths) {
    const byPath = sorted(paths, (path) => path);
    const byName = sorted(paths, (path) => path.slice(path.lastIndexOf('/') + 1));
    return (query, limit) => {
      const { keys, values } = query.includes('/') ? byPath : byName;
      const prefix = query.toLowerCase();
      let low = 0;
      for (let high = keys.length; low < high;) {
        const middle = (low + high) >>> 1;
        if ((keys[middle] ?? '') < prefix) low = middle + 1;
        else high = middle;
      }
      const found: string[] = [];
      for (; found.length < limit && keys[low]?.startsWith(prefix) === true; low += 1)
        found.push(values[low] ?? '');
      return found;
    };
  },
};

function sorted(
  paths: readonly string[],
  toKey: (path: string) => string,
): { readonly keys: readonly string[]; readonly values: readonly string[] } {
  const pairs = paths.map((path) => [toKey(path).toLowerCase(), path] as const);
  pairs.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return { keys: pairs.map(([key]) => key), values: pairs.map(([, path]) => path) };
}
