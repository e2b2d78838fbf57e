import type { ChangedFile } from '../../../actors/protocol/ui.js';
import { splitText } from './hunks.js';
import type { ReviewedFile } from './reviewed-files.js';

/** A file with changes to review, for the view. `shown` is its path as a person reads it. */
export function describeChangedFile({ pending, state }: ReviewedFile, shown: string): ChangedFile {
  const { path, origin, isDeleted, before, after, changes, states } = pending;
  const change = isDeleted
    ? 'deleted'
    : origin === undefined
      ? 'created'
      : origin === path
        ? 'changed'
        : 'moved';
  let [added, removed] = [0, 0];
  for (const [index, { oldStart, oldEnd, newStart, newEnd }] of (changes?.hunks ?? []).entries()) {
    if (states[index] === 'undone') continue;
    added += newEnd - newStart;
    removed += oldEnd - oldStart;
  }
  if (change === 'created') added = countLines(after);
  if (change === 'deleted') removed = countLines(before);
  return { path, shown, change, added, removed, ...(state === 'changed' ? { isEdited: true } : {}) };
}

function countLines(bytes: Uint8Array | undefined): number {
  if (bytes === undefined || bytes.includes(0)) return 0;
  const lines = splitText(Buffer.from(bytes).toString());
  return lines.at(-1) === '' ? lines.length - 1 : lines.length;
}
