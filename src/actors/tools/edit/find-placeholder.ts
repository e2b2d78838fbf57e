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
      .find((each) => !old.has(each.trim()) && (saysSo(each) || (goes && isDotsAlone(each, path))));
    if (found !== undefined) return found.trim();
    line += removed + kept;
    from += added + kept;
  }
  return undefined;
}

/** Whether a line of an original stands for lines that were left out, so that it cannot be found. */
export function isPlaceholder(line: string): boolean {
  return saysSo(line) || isDotsAlone(line, '');
}

const OPENING = /^(?:\/\/+|\/\*+|\{\s*\/\*+|<!--|<%--|\{#|\(\*|\{-|#+|--+|;+|%+|\*|"""|'''|REM\b)\s*/;
const CLOSING = /\s*(?:\*+\/\s*\}?|--%?>|#\}|\*\)|-\}|"""|''')$/;

/** What a comment says, in small letters and with `...` for dots of any kind. */
function commentOf(line: string): { readonly text: string; readonly isComment: boolean } {
  const trimmed = line.trim().replaceAll('…', '...');
  const text = trimmed.replace(OPENING, '');
  return {
    text: text.replace(CLOSING, '').replace(/\s+/g, ' ').trim().toLowerCase(),
    isComment: text !== trimmed,
  };
}

const WHAT =
  '(?:code|file|files|function|functions|method|methods|class|classes|implementation|implementations|logic|body|' +
  'content|contents|component|components|module|script|imports?|exports?|tests?|test cases|cases|fields|properties|' +
  'props|types|styles|rules|routes|handlers|lines|items|entries|section|document|text|parts?|stuff|functionality)';
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
  `^(?:(?:the |keep (?:the )?)?(?:rest|remainder) of (?:the |this |your )?(?:existing |original )?(?:[a-z_-]+ )?${WHAT}(?: (?:here|goes here|${UNCHANGED}))?` +
    `|(?:the )?rest (?:${UNCHANGED}|omitted)` +
    `|(?:keep )?(?:the |your )?(?:existing|unchanged|previous|original) (?:code|implementation|logic|imports|methods|functions)(?: (?:here|goes here|above|below|continues|${UNCHANGED}))?)$`,
);

/** Whether a line says that others were left out. */
function saysSo(line: string): boolean {
  // Nobody says it at more length.
  if (line.length > MAX_PLACEHOLDER_CHARS) return false;
  const { text, isComment } = commentOf(line);
  const plain = text
    .replace(/^[[(]\s*|\s*[\])]$/g, '')
    .replace(/[.:;,!]$/, (sign) => (text.endsWith('...') ? sign : ''));
  const core = plain.replace(/^\.{3,}\s*|\s*\.{3,}$/g, '').replace(/^[[(]\s*|\s*[\])]$/g, '');
  const hasDots = core !== plain;
  if (hasDots && isComment && ELIDED.test(core)) return true;
  return (hasDots || isComment || plain !== text) && LEFT_OUT.test(core);
}

const MAX_PLACEHOLDER_CHARS = 120;

// Where three dots are no statement, no rest of parameters and no end of a document.
const DOTS_ARE_NO_CODE =
  /\.(?:[cm]?[jt]sx?|java|kt|kts|go|rs|css|scss|less|jsonc?|vue|svelte|html?|dart|cs)$/i;
// What is written for people, who may be meant to read dots.
const PROSE = /\.(?:md|mdx|markdown|rst|txt|adoc|tex|org|html?)$/i;

function isDotsAlone(line: string, path: string): boolean {
  const { text, isComment } = commentOf(line);
  if (!/^[[(]?\s*\.{3,}\s*[\])]?$/.test(text)) return false;
  if (isComment) return !PROSE.test(path) || line.trim().startsWith('<!--');
  return line.trim().includes('…') || DOTS_ARE_NO_CODE.test(path);
}
