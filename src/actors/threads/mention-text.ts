import type { LineRange } from '../protocol/attachment.js';

/** A file or folder that a message names. */
export interface MentionedPath {
  /** As it was typed, without quotes and escapes; a `/` at the end stands for a folder. Shape: no line break. */
  readonly path: string;
  readonly range?: LineRange;
}

/** A part of a message. `source` is the part as it was typed; the sources of all parts in order are the message. */
export type MessagePart =
  /** `text` is the source without the backslash of an escaped `\@`. */
  | { readonly kind: 'text'; readonly source: string; readonly text: string }
  | ({ readonly kind: 'mention'; readonly source: string } & MentionedPath);

interface Found extends MentionedPath {
  readonly end: number;
}

// Characters before the `@` of a mention. A letter of a script without spaces between words is one of them; a Latin
// letter is not, so that an e-mail address is no mention.
const BEFORE_MENTION = /[\s([{"'`,;\p{Lo}，。、；：！？（《【「『“‘]$/u;

// Where a path without quotes ends, apart from what `trimEnd` takes off.
const PLAIN_PATH = /[^\s\p{Cc}"'`<>|*?,;，。、；：！？（）《》【】「」『』“”‘’]+/uy;

// `\"` and `\\` stand for `"` and `\`; any other backslash is part of the path, as on Windows.
const QUOTED_PATH = /"((?:[^"\\\r\n]|\\["\\]|\\(?!["\\\r\n]))+)"/y;
const ESCAPED = /\\(["\\])/g;

// `:10`, `:10-20`, and `:10:3` as compilers print it, whose column is not used.
const RANGE = /:(\d{1,15})(?:-(\d{1,15})|:\d{1,15})?(?!\d)/y;
const RANGE_AT_END = /:\d{1,15}(?:[-:]\d{1,15})?$/;

const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a message at its mentions: `@path`, `@path:10`, `@path:10-20`, `@folder/`, `@"path with spaces":10-20`. A
 * mention begins the message or follows white space, an opening bracket, a quotation mark, a comma or a semicolon.
 * Punctuation at its end belongs to the sentence. `\@path` is text. Whether the path exists is for the caller to find
 * out.
 * Errors: never throws.
 */
export function parseMentions(message: string): readonly MessagePart[] {
  const parts: MessagePart[] = [];
  let taken = 0;
  let text = '';
  const endText = (end: number): void => {
    if (end > taken) parts.push({ kind: 'text', source: message.slice(taken, end), text });
    text = '';
    taken = end;
  };
  let copied = 0;
  for (const { start, at, found } of scanMentions(message)) {
    const { end, ...mentioned } = found;
    if (start < at) {
      // One backslash says that this is text; the others are part of it.
      text += message.slice(copied, start) + message.slice(start + 1, end);
    } else {
      text += message.slice(copied, at);
      endText(at);
      parts.push({ kind: 'mention', source: message.slice(at, end), ...mentioned });
      taken = end;
    }
    copied = end;
  }
  text += message.slice(copied);
  endText(message.length);
  return parts;
}

/** A message that `parseMentions` turns into exactly this text, without any mention. */
export function escapeMentions(text: string): string {
  let escaped = '';
  let copied = 0;
  for (const { start, found } of scanMentions(text)) {
    escaped += `${text.slice(copied, start)}\\${text.slice(start, found.end)}`;
    copied = found.end;
  }
  return escaped + text.slice(copied);
}

/** The text of a mention, which `parseMentions` turns into the same mention again. */
export function printMention({ path, range }: MentionedPath): string {
  const lines = range === undefined ? '' : `:${printRange(range)}`;
  const plain = `@${path}${lines}`;
  // As it stands at the end of a sentence in brackets.
  const [read] = parseMentions(`${plain})]}.`);
  const isPlain =
    read?.kind === 'mention' &&
    read.source === plain &&
    read.path === path &&
    read.range?.startLine === range?.startLine &&
    read.range?.endLine === range?.endLine;
  return isPlain ? plain : `@"${path.replace(/"|\\(?=["\\]|$)/g, String.raw`\$&`)}"${lines}`;
}

function printRange({ startLine, endLine }: LineRange): string {
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** The mentions of a message in order, those that are escaped included: then `start`, where the backslashes begin, is less than `at`. */
function* scanMentions(
  message: string,
): Generator<{ readonly start: number; readonly at: number; readonly found: Found }, void> {
  let behind = 0;
  for (let at = message.indexOf('@'); at !== -1; at = message.indexOf('@', at + 1)) {
    let start = at;
    while (start > behind && message[start - 1] === '\\') start -= 1;
    if (start > 0 && !BEFORE_MENTION.test(message.slice(Math.max(0, start - 2), start))) continue;
    const found = readMention(message, at + 1);
    if (found === undefined) continue;
    yield { start, at, found };
    behind = found.end;
    at = found.end - 1;
  }
}

/** The mention whose `@` stands before `at`. */
function readMention(message: string, at: number): Found | undefined {
  if (message[at] === '"') {
    QUOTED_PATH.lastIndex = at;
    const quoted = QUOTED_PATH.exec(message)?.[1];
    if (quoted === undefined) return undefined;
    return withRange(quoted.replace(ESCAPED, '$1'), message, QUOTED_PATH.lastIndex);
  }
  PLAIN_PATH.lastIndex = at;
  const typed = trimEnd(PLAIN_PATH.exec(message)?.[0] ?? '');
  const suffix = RANGE_AT_END.exec(typed);
  const whole = { path: typed, end: at + typed.length };
  if (suffix !== null && suffix.index > 0) {
    const found = withRange(typed.slice(0, suffix.index), message, at + suffix.index);
    return found.range === undefined ? whole : found;
  }
  return typed === '' ? undefined : whole;
}

/** The path with the line range that stands at `end`, if there is a valid one. */
function withRange(path: string, message: string, end: number): Found {
  RANGE.lastIndex = end;
  const [source = '', first, last = first] = RANGE.exec(message) ?? [];
  const range = { startLine: Number(first), endLine: Number(last) };
  if (!(range.startLine >= 1 && range.endLine >= range.startLine)) return { path, end };
  return { path, range, end: end + source.length };
}

/** A path without the punctuation of its sentence: full stops, colons, and brackets that were opened before it. */
function trimEnd(typed: string): string {
  const depths: Record<string, number> = { '(': 0, '[': 0, '{': 0 };
  for (const char of typed) {
    if (char in depths) depths[char] = (depths[char] ?? 0) + 1;
    const opening = OPENING[char];
    if (opening !== undefined) depths[opening] = (depths[opening] ?? 0) - 1;
  }
  let end = typed.length;
  for (; end > 0; end -= 1) {
    const char = typed[end - 1] ?? '';
    const opening = OPENING[char];
    if (opening !== undefined) {
      if ((depths[opening] ?? 0) >= 0) break;
      depths[opening] = (depths[opening] ?? 0) + 1;
    } else if (char === '.') {
      let first = end - 1;
      while (typed[first - 1] === '.') first -= 1;
      const dots = end - first;
      // `.` and `..` are folders. In `src/.` the full stop is that of a sentence.
      const isFolder = (first === 0 && dots <= 2) || (dots === 2 && /[/\\]/.test(typed[first - 1] ?? ''));
      if (isFolder) break;
      end = first + 1;
    } else if (char !== ':' && char !== '!') break;
  }
  return typed.slice(0, end);
}
