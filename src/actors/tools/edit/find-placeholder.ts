import type { LineChange } from './text/compare-lines.js';

/** What becomes of lines. */
export interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly LineChange[];
  /** Lines that are in the file already, or in the original of the block: none of them is new. */
  readonly known: readonly string[];
  /** Says which language it is. */
  readonly path: string;
}

/**
 * The first of the new lines that stands for lines which were left out, as `// ... existing code ...` does; none where
 * all of them may be meant as they are. A comment of nothing but dots may be meant where lines only come, and not where
 * it takes the place of others.
 */
export function findPlaceholder({ before, after, changes, known, path }: Replacement): string | undefined {
  const old = new Set(known.map((line) => line.trim()));
  let [line, from] = [0, 0];
  for (const { removed, added, kept } of changes) {
    const goes = before.slice(line, line + removed).some((each) => each.trim() !== '');
    const found = after
      .slice(from, from + added)
      .find((each) => !old.has(each.trim()) && (saysSo(each, path) || (goes && isDotsAlone(each, path))));
    if (found !== undefined) return found.trim();
    line += removed + kept;
    from += added + kept;
  }
  return undefined;
}

/** Whether a line of an original stands for lines that were left out, so that it cannot be found. */
export function isPlaceholder(line: string): boolean {
  return saysSo(line, '') || isDotsAlone(line, '');
}

// What begins and ends a comment in the languages there are; a `*` only goes on with one.
const OPENING = /^(?:\/\/+|\/\*+|\{\s*\/\*+|<!--|<%--|\{#|\(\*|\{-|#+|--+|;+|%+|"""|'''|REM\b)/;
const CLOSING = /\s*(?:\*+\/\s*\}?|--%?>|#\}|\*\)|-\}|"""|''')$/;

// What is written for people, who may be meant to read dots, and in which `#` is no comment.
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|tex|org|html?)$/i;
// Where three dots are no statement, no rest of parameters and no end of a document.
const DOTS_ARE_NO_CODE =
  /\.(?:[cm]?[jt]sx?|java|kt|kts|go|rs|css|scss|less|jsonc?|vue|svelte|html?|dart|cs)$/i;

interface Comment {
  /** In small letters, and with `...` for dots of any kind. */
  readonly text: string;
  readonly isComment: boolean;
}

function readComment(line: string, path: string): Comment {
  const trimmed = line.trim().replaceAll('…', '...');
  const isComment = PROSE.test(path) ? trimmed.startsWith('<!--') : OPENING.test(trimmed);
  const text = isComment ? trimmed.replace(OPENING, '').replace(CLOSING, '') : trimmed;
  return { text: text.toLowerCase(), isComment };
}

const CODE =
  '(?:code|file|functions?|methods?|class|classes|implementations?|logic|body|components?|module|script|imports?)';
const WHAT = `(?:${CODE}|contents?|exports?|tests?|test cases|cases|fields|properties|props|types|styles|rules|routes|handlers|lines|items|entries|section|document|text|parts?|stuff|functionality)`;
const UNCHANGED =
  '(?:(?:remains?|stays?|is|are|left|kept)? ?(?:the same|unchanged|unmodified|untouched|as is|as before|as it was|intact))';
const OLD =
  '(?:existing|previous|original|remaining|unchanged|other existing|your existing|unmodified|current|old)';

// What a comment leaves out that has dots before or behind it.
const ELIDED = new RegExp(
  `^(?:(?:the |your |keep |all |and )*(?:${OLD}(?: [a-z_-]+){0,2} ${WHAT}|(?:rest|remainder)(?: of .{1,40})?|(?:other|more)(?: [a-z_-]+)? ${WHAT}` +
    `|${WHAT} omitted.{0,30}|omitted(?: for .{1,30})?|same as before|unchanged|no changes)` +
    `(?: (?:here|above|below|goes here|continues|${UNCHANGED}))*)$`,
);
// What leaves lines out without dots, or outside of a comment: nobody writes it of code that is there.
const LEFT_OUT = new RegExp(
  `^(?:(?:the |keep (?:the )?)?(?:rest|remainder) of (?:the |this |your )?(?:existing |original )?(?:[a-z_-]+ )?${CODE}(?: (?:here|goes here|${UNCHANGED}))?` +
    `|(?:the )?rest (?:${UNCHANGED}|omitted)` +
    `|(?:keep )?(?:the |your )?(?:existing|unchanged|previous|original) (?:code|implementation|logic)(?: (?:here|goes here|above|below|continues|${UNCHANGED}))?` +
    `|(?:keep )?(?:the |your )?(?:existing|previous|original) ${CODE} (?:here|goes here|${UNCHANGED}))$`,
);
// Nobody says it at more length.
const MAX_PLACEHOLDER_CHARS = 120;

/** Whether a line says that others were left out. */
function saysSo(line: string, path: string): boolean {
  if (line.length > MAX_PLACEHOLDER_CHARS) return false;
  const { text, isComment } = readComment(line, path);
  const inside = unwrap(text.trim());
  const withoutDots = inside.replace(/^\.{3,}\s*/, '').replace(/\s*\.{3,}$/, '');
  const hasDots = withoutDots !== inside;
  const core = unwrap(withoutDots)
    .replace(/[.:;,!]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (hasDots && isComment && ELIDED.test(core)) return true;
  return (hasDots || isComment || inside !== text.trim()) && LEFT_OUT.test(core);
}

/** What is in brackets. */
function unwrap(text: string): string {
  return /^[[(](.*)[\])]$/.exec(text)?.[1]?.trim() ?? text;
}

/** Whether a line is three dots; behind more blanks than one they are in an example that a comment holds. */
function isDotsAlone(line: string, path: string): boolean {
  const { text, isComment } = readComment(line, path);
  if (!/^ ?[[(]?\.\.\.[\])]?\s*$/.test(text)) return false;
  return isComment || line.trim() === '…' || DOTS_ARE_NO_CODE.test(path);
}
