import type { RelPath } from '../../actors/protocol/workspace.js';
import type { CoverBudget } from './cover-protocol.js';
import type { IgnoredPlace } from './tree-state.js';

/** The places that fit into the budget together, the smallest first. */
export function choosePlaces(
  places: Iterable<readonly [RelPath, Pick<IgnoredPlace, 'files' | 'bytes'>]>,
  { maxBytes, maxFiles }: CoverBudget,
): ReadonlySet<RelPath> {
  const chosen = new Set<RelPath>();
  const sorted = [...places].sort(([, a], [, b]) => a.bytes - b.bytes || a.files - b.files);
  let bytesLeft = maxBytes;
  let filesLeft = maxFiles;
  for (const [path, { bytes, files }] of sorted) {
    if (bytes > bytesLeft || files > filesLeft) continue;
    chosen.add(path);
    bytesLeft -= bytes;
    filesLeft -= files;
  }
  return chosen;
}
