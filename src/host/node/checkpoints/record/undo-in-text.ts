import { editsBetween, type LineEdit } from '../../../../actors/tools/edit/text/file-diff.js';
import { UnencodableTextError } from '../../../../actors/tools/edit/text/encode-text.js';
import type { Splice } from '../../../../actors/tools/edit/text/splice.js';
import { readTextFile, spliceTextFile } from '../../../../actors/tools/edit/text/text-file.js';

/**
 * The bytes of `theirs`, which somebody made of `mine`, without the change that made `mine` of `base`. All bytes of
 * `theirs` that the change does not concern stay, with its encoding, BOM and line ends. `undefined` where the two changes
 * touch each other, or one of the three is no text. Yields now and then.
 */
export function* undoInText(
  mine: Uint8Array,
  base: Uint8Array,
  theirs: Uint8Array,
): Generator<void, Uint8Array | undefined> {
  const [left, target, right] = [
    yield* readTextFile(mine),
    yield* readTextFile(base),
    yield* readTextFile(theirs),
  ];
  if (typeof left === 'string' || typeof target === 'string' || typeof right === 'string') return undefined;
  const undone = yield* editsBetween(left, target);
  const kept = yield* editsBetween(left, right);
  const splices: Splice[] = [];
  // How many lines of `theirs` stand before the place, more than in `mine`.
  let shift = 0;
  let next = 0;
  for (const edit of undone) {
    for (let other = kept[next]; other !== undefined && other.end < edit.start; other = kept[next]) {
      shift += other.lines.lines.length - (other.end - other.start);
      next += 1;
    }
    const other = kept[next];
    if (other !== undefined && other.start <= edit.end) {
      if (isSameEdit(edit, other)) continue;
      return undefined;
    }
    const { lines, ends } = edit.lines;
    splices.push({
      start: { line: edit.start + shift, column: 0 },
      end: { line: edit.end + shift, column: 0 },
      text: lines.map((line, index) => line + (ends[index] ?? '')).join(''),
    });
    yield;
  }
  try {
    return yield* spliceTextFile(right, splices);
  } catch (error) {
    if (error instanceof UnencodableTextError) return undefined;
    throw error;
  }
}

/** Whether somebody has made the same change already. */
function isSameEdit(a: LineEdit, b: LineEdit): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.lines.lines.length === b.lines.lines.length &&
    a.lines.lines.every(
      (line, index) => line === b.lines.lines[index] && a.lines.ends[index] === b.lines.ends[index],
    )
  );
}
