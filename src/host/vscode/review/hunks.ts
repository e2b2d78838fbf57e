import { compareLines } from '../../../actors/tools/edit/text/compare-lines.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';

/**
 * What has become of a hunk in the current text.
 * - `pending`: its new lines are there.
 * - `undone`: its old lines are there.
 * - `changed`: neither; somebody has edited these lines since.
 */
export type HunkState = 'pending' | 'undone' | 'changed';

/** A stretch of lines of a text, and the lines that replaced it. Lines count from 0; ends are exclusive. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** A text before and after changes of the agent, and the hunks between them, ascending and disjoint. */
export interface Changes {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly hunks: readonly Hunk[];
}

/** A text as an editor counts its lines: a line end at its end is followed by an empty line. */
export function splitText(text: string): readonly string[] {
  return text.split(/\r\n|\r|\n/);
}

/** The changes that turn one list of lines into another. */
export function* findLineChanges(before: readonly string[], after: readonly string[]): Cooperative<Changes> {
  const hunks: Hunk[] = [];
  let [old, now] = [0, 0];
  for (const { removed, added, kept } of yield* compareLines(before, after)) {
    if (removed > 0 || added > 0)
      hunks.push({ oldStart: old, oldEnd: old + removed, newStart: now, newEnd: now + added });
    old += removed + kept;
    now += added + kept;
  }
  return { before, after, hunks };
}

/** The text before, with some of the changes made. */
export function composeLines(
  { before, after, hunks }: Changes,
  isMade: (index: number) => boolean,
): readonly string[] {
  const lines: string[] = [];
  let at = 0;
  for (const [index, { oldStart, oldEnd, newStart, newEnd }] of hunks.entries()) {
    for (const item of before.slice(at, oldStart)) lines.push(item);
    for (const item of isMade(index) ? after.slice(newStart, newEnd) : before.slice(oldStart, oldEnd))
      lines.push(item);
    at = oldEnd;
  }
  return [...lines, ...before.slice(at)];
}

/** The changes that remain when one of them is accepted: it becomes part of the text before. */
export function keepHunk(changes: Changes, kept: number): Changes {
  const { after, hunks } = changes;
  const one = hunks[kept];
  if (one === undefined) return changes;
  const grown = one.newEnd - one.newStart - (one.oldEnd - one.oldStart);
  const rest = hunks.flatMap((hunk, index) => {
    if (index === kept) return [];
    const shift = index > kept ? grown : 0;
    return [{ ...hunk, oldStart: hunk.oldStart + shift, oldEnd: hunk.oldEnd + shift }];
  });
  return { before: composeLines(changes, (index) => index === kept), after, hunks: rest };
}
