import { charactersOf } from './text-width.js';

/** The text of the input line. Shape: `cursor` is an index into `text`, never inside a grapheme. */
export interface EditBuffer {
  readonly text: string;
  readonly cursor: number;
}

/** A buffer, and the text that was cut from it. */
export interface Cut {
  readonly buffer: EditBuffer;
  readonly cut: string;
}

export const EMPTY: EditBuffer = { text: '', cursor: 0 };

// A mark for a long paste is moved over and deleted as one.
export const PASTE_MARK = String.raw`\[Pasted #\d+: [^\]\n]*\]`;
const MARK_BEFORE = new RegExp(`${PASTE_MARK}$`);
const MARK_AT = new RegExp(PASTE_MARK, 'y');

// Longer than any grapheme: family emoji with skin tones have some 30. Units: UTF-16 units.
const MAX_GRAPHEME_CHARS = 64;

// Longer than any word. A longer one takes several steps, each in bounded time.
const MAX_WORD_CHARS = 500;

/** The mark that replaces a long paste in the line. */
export function formatPasteMark(number: number, text: string): string {
  const lines = text.split('\n').length;
  const size = lines > 1 ? `${lines} lines` : `${text.length} characters`;
  return `[Pasted #${number}: ${size}]`;
}

/** A buffer with this text and the cursor at its end. */
export function createBuffer(text: string): EditBuffer {
  return { text, cursor: text.length };
}

export function insert({ text, cursor }: EditBuffer, added: string): EditBuffer {
  return { text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

/** Cuts the text between two places. */
export function cutRange({ text }: EditBuffer, from: number, to: number): Cut {
  return { buffer: { text: text.slice(0, from) + text.slice(to), cursor: from }, cut: text.slice(from, to) };
}

/** The start of the character before the cursor. */
export function previousCharacterStart({ text, cursor }: EditBuffer): number {
  const head = text.slice(0, cursor);
  const mark = MARK_BEFORE.exec(head.slice(head.lastIndexOf('\n') + 1));
  if (mark !== null) return cursor - mark[0].length;
  // A character does not extend over a line feed.
  const near = head.slice(Math.max(head.lastIndexOf('\n', cursor - 2) + 1, cursor - MAX_GRAPHEME_CHARS));
  const last = [...charactersOf(near)].at(-1);
  return cursor - (last?.length ?? 0);
}

/** The end of the character at the cursor. */
export function nextCharacterEnd({ text, cursor }: EditBuffer): number {
  MARK_AT.lastIndex = cursor;
  const mark = MARK_AT.exec(text);
  if (mark !== null) return cursor + mark[0].length;
  const [next] = charactersOf(text.slice(cursor, cursor + MAX_GRAPHEME_CHARS));
  return cursor + (next?.length ?? 0);
}

/** The start of the word before the cursor: letters and digits, with any other characters after them. */
export function previousWordStart(buffer: EditBuffer): number {
  return snapBack(buffer, matchLength(/[\p{L}\p{N}_\p{M}]*[^\p{L}\p{N}_\p{M}]*$/u, nearBefore(buffer)));
}

/** The end of the word after the cursor. */
export function nextWordEnd({ text, cursor }: EditBuffer): number {
  const near = text.slice(cursor, cursor + MAX_WORD_CHARS);
  const end = cursor + matchLength(/^[^\p{L}\p{N}_\p{M}]*[\p{L}\p{N}_\p{M}]*/u, near);
  return alignCursor({ text, cursor: end }).cursor;
}

/** The start of the text before the cursor up to white space: what Ctrl-W deletes. */
export function previousSpaceEnd(buffer: EditBuffer): number {
  return snapBack(buffer, matchLength(/\S*\s*$/, nearBefore(buffer)));
}

/** The place `length` units before the cursor, moved back out of a character. */
function snapBack({ text, cursor }: EditBuffer, length: number): number {
  return settle(text, cursor - length).cursor;
}

function nearBefore({ text, cursor }: EditBuffer): string {
  return text.slice(Math.max(0, cursor - MAX_WORD_CHARS), cursor);
}

function matchLength(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}

export function lineStart({ text, cursor }: EditBuffer): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
}

export function lineEnd({ text, cursor }: EditBuffer): number {
  const end = text.indexOf('\n', cursor);
  return end < 0 ? text.length : end;
}

/** Moves the cursor one line up, in the same column; `undefined` on the first line. */
export function moveUp(buffer: EditBuffer): EditBuffer | undefined {
  const start = lineStart(buffer);
  if (start === 0) return undefined;
  const above = lineStart({ text: buffer.text, cursor: start - 1 });
  return settle(buffer.text, Math.min(above + (buffer.cursor - start), start - 1));
}

/** Moves the cursor one line down, in the same column; `undefined` on the last line. */
export function moveDown(buffer: EditBuffer): EditBuffer | undefined {
  const end = lineEnd(buffer);
  if (end === buffer.text.length) return undefined;
  const below = end + 1;
  const last = lineEnd({ text: buffer.text, cursor: below });
  return settle(buffer.text, Math.min(below + (buffer.cursor - lineStart(buffer)), last));
}

/** Moves the cursor after the character that it is inside of, if any: typing or deleting may have formed one. */
export function alignCursor({ text, cursor }: EditBuffer): EditBuffer {
  const settled = settle(text, cursor);
  return settled.cursor === cursor ? settled : { text, cursor: nextCharacterEnd(settled) };
}

/** Puts the cursor at `place`, or before the character that `place` is inside of. */
function settle(text: string, place: number): EditBuffer {
  const start = lineStart({ text, cursor: place });
  let cursor = start;
  while (cursor < place) {
    const next = nextCharacterEnd({ text, cursor });
    if (next > place || next === cursor) break;
    cursor = next;
  }
  return { text, cursor };
}
