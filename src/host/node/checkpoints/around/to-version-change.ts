import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type { FileVersion, VersionChange } from '../../../../actors/protocol/file-version.js';
import type { SeenChange, SeenVersion } from '../../../../workers/cover/cover-protocol.js';

/** A change as a thread records it. `stored`: what has just been put into the version store. */
export function toVersionChange(
  { path, before, after }: SeenChange,
  stored: ReadonlySet<ContentHash>,
): VersionChange {
  return { path, before: toFileVersion(before, stored), after: toFileVersion(after, stored) };
}

function toFileVersion(seen: SeenVersion | null, stored: ReadonlySet<ContentHash>): FileVersion | null {
  if (seen?.kind !== 'file') return seen;
  const { kind, hash, size, mode, blob, isStored } = seen;
  if (blob !== undefined) return { kind, hash, size, mode, source: { kind: 'git', ...blob } };
  return { kind, hash, size, mode, source: { kind: isStored || stored.has(hash) ? 'store' : 'none' } };
}
