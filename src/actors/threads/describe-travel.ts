import type { VersionChange } from '../protocol/file-version.js';
import type { EntryOf } from '../protocol/thread.js';

// Enough to tell what the changes are about; a model can list the rest.
const MAX_NAMES = 20;

/** What a model has to know of a jump, as a sentence; `undefined` when it sees files and conversation as they were. */
export function describeJump({ scope, changes }: EntryOf<'jump'>): string | undefined {
  if (scope === 'conversation')
    return '(The person went back to this moment of the conversation. Files stayed as they were later: read them again.)';
  if (scope === 'both' || changes.length === 0) return undefined;
  return `(The person put these files back to an earlier or later state: ${namesOf(changes)}. Read them again before you rely on them.)`;
}

/** What a call that was interrupted has changed, as a sentence for the model; `undefined` when nothing is known. */
export function describeInterrupted(changes: readonly VersionChange[]): string | undefined {
  return changes.length === 0 ? undefined : `It is known to have changed ${namesOf(changes)}.`;
}

function namesOf(changes: readonly VersionChange[]): string {
  const names = changes
    .slice(0, MAX_NAMES)
    .map(({ path, after }) => (after === null ? `${path} (gone)` : path));
  const more = changes.length - names.length;
  return more === 0 ? names.join(', ') : `${names.join(', ')} and ${more} more`;
}
