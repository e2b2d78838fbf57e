import type { FileVersion, VersionChange } from '../protocol/file-version.js';
import type { AbsPath } from '../protocol/workspace.js';

/** Returns where a path lies after the workspace folders have moved; paths outside of them stay. */
export type MapPath = (path: AbsPath) => AbsPath;

/** Maps paths below `from` to `to`. Shape: by position; the innermost folder decides. */
export function mapRoots(from: readonly string[], to: readonly string[]): MapPath {
  const pairs = from
    .flatMap((old, index) => {
      const now = to[index];
      return now === undefined ? [] : [{ old, now }];
    })
    .sort((a, b) => b.old.length - a.old.length);
  return (path) => {
    const pair = pairs.find(({ old }) => isBelow(path, old));
    return pair === undefined ? path : ((pair.now + path.slice(pair.old.length)) as AbsPath);
  };
}

/** The change after the workspace folders have moved. */
export function mapChange({ path, before, after }: VersionChange, map: MapPath): VersionChange {
  return { path: map(path), before: mapVersion(before, map), after: mapVersion(after, map) };
}

function mapVersion(version: FileVersion | null, map: MapPath): FileVersion | null {
  if (version?.kind !== 'file' || version.source.kind !== 'git') return version;
  return { ...version, source: { ...version.source, repository: map(version.source.repository) } };
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || (path.startsWith(folder) && /^[/\\]/.test(path.slice(folder.length)));
}
