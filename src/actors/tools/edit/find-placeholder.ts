import type { LineChange } from './text/compare-lines.js';

/** A replacement of lines in a file. */
interface Replacement {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly changes: readonly LineChange[];
  /** Lines that the file or the original of the block already contains; they count as no placeholders. */
  readonly known: readonly string[];
  /** Its extension tells the language. */
  readonly path: string;
}

/**
 * The first of the new lines that is a placeholder for omitted code, such as `// ... existing code ...`; `undefined`
 * when all lines may be meant literally. A comment of dots alone is accepted where lines are only inserted, but not
 * where it replaces others.
 */
export function findPlaceholder({ before, after, changes, known, path }: Replacement): string | undefined {
  const old = new Set(known.map((line) => line.trim()));
  let [line, from] = [0, 0];
  for (const { removed, added, kept } of changes) {
    const goes = before.slice(line, line + removed).some((each) => each.trim() !== '');
    const found = after
      .slice(from, from + added)
      .find(
        (each) =>
          !old.has(each.trim()) && (isPlaceholderComment(each, path) || (goes && isDotsAlone(each, path))),
      );
    if (found !== undefined) return found.trim();
    line += removed + kept;
    from += added + kept;
  }
  return undefined;
}

/** Whether a line of an original is a placeholder for omitted code, so that it cannot match. */
export function isPlaceholderLine(line: string): boolean {
  return isPlaceholderComment(line, '') || isDotsAlone(line, '');
}

// The beginnings and ends of comments in common languages; a `*` only continues a comment.
const OPENING = /^(?:\/\/+|\/\*+|\{\s*\/\*+|<!--|<%--|\{#|\(\*|\{-|#+|--+|;+|%+|"""|'''|REM\b)/;
const CLOSING = /\s*(?:\*+\/\s*\}?|--%?>|#\}|\*\)|-\}|"""|''')$/;

// Texts for people, who may be meant to see dots, and in which `#` does not begin a comment.
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|tex|org|html?)$/i;
// File types in which three dots are not a statement, a rest parameter or the end of a document.
const DOTS_ARE_NO_CODE =
  /\.(?:[cm]?[jt]sx?|java|kt|kts|go|rs|css|scss|less|jsonc?|vue|svelte|html?|dart|cs)$/i;

interface Comment {
  /** In lower case, and with `...` for any kind of dots. */
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
const OMITTED_THING = `(?:${CODE}|contents?|exports?|tests?|test cases|cases|fields|properties|props|types|styles|rules|routes|handlers|lines|items|entries|section|document|text|parts?|stuff|functionality)`;
const UNCHANGED =
  '(?:(?:remains?|stays?|is|are|left|kept)? ?(?:the same|unchanged|unmodified|untouched|as is|as before|as it was|intact))';
const OLD =
  '(?:existing|previous|original|remaining|unchanged|other existing|your existing|unmodified|current|old)';

// Words for omitted code in a comment that begins or ends with dots.
const ELIDED = new RegExp(
  `^(?:(?:the |your |keep |all |and )*(?:${OLD}(?: [a-z_-]+){0,2} ${OMITTED_THING}|(?:rest|remainder)(?: of .{1,40})?|(?:other|more)(?: [a-z_-]+)? ${OMITTED_THING}` +
    `|${OMITTED_THING} omitted.{0,30}|omitted(?: for .{1,30})?|same as before|unchanged|no changes)` +
    `(?: (?:here|above|below|goes here|continues|${UNCHANGED}))*)$`,
);
// Phrases for omitted code that are placeholders even without dots or outside a comment: nobody uses them for code
// that is present.
const LEFT_OUT = new RegExp(
  `^(?:(?:the |keep (?:the )?)?(?:rest|remainder) of (?:the |this |your )?(?:existing |original )?(?:[a-z_-]+ )?${CODE}(?: (?:here|goes here|${UNCHANGED}))?` +
    `|(?:the )?rest (?:${UNCHANGED}|omitted)` +
    `|(?:keep )?(?:the |your )?(?:existing|unchanged|previous|original) (?:code|implementation|logic)(?: (?:here|goes here|above|below|continues|${UNCHANGED}))?` +
    `|(?:keep )?(?:the |your )?(?:existing|previous|original) ${CODE} (?:here|goes here|${UNCHANGED}))$`,
);
// No placeholder is longer.
const MAX_PLACEHOLDER_CHARS = 120;

/** Whether a line says that code was left out. */
function isPlaceholderComment(line: string, path: string): boolean {
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

/** The text inside brackets. */
function unwrap(text: string): string {
  return /^[[(](.*)[\])]$/.exec(text)?.[1]?.trim() ?? text;
}

/** Whether a line is three dots alone. Dots indented by more than one space belong to an example in a comment. */
function isDotsAlone(line: string, path: string): boolean {
  const { text, isComment } = readComment(line, path);
  if (!/^ ?[[(]?\.\.\.[\])]?\s*$/.test(text)) return false;
  return isComment || line.trim() === '…' || DOTS_ARE_NO_CODE.test(path);
}
