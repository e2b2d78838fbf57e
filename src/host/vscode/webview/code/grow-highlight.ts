import type { CodeSpan } from '../../../markdown/code/code-span.js';
import { highlight } from '../../../markdown/code/highlight.js';

/** Growing code and its highlighted spans. */
interface HighlightedCode {
  readonly code: string;
  readonly language: string;
  readonly spans: readonly CodeSpan[];
  /** How much of the code is highlighted; the rest is the last span. Units: UTF-16 units. */
  readonly doneChars: number;
}

export const NO_CODE: HighlightedCode = { code: '', language: '', spans: [], doneChars: 0 };

// Highlighting always starts at the top. Repeated whenever the code has grown by a fifth, it costs a whole stream
// about six times what the finished code costs.
const STEP = 0.2;

// Below this size the cost is not noticeable.
const MIN_STEP_CHARS = 200;

/**
 * Highlights growing code: again once it has grown enough or `isWhole`; in between, new text is appended as plain code,
 * and a line that is not complete is never highlighted, since its end may change what it is. The texts of all spans add
 * up to the code.
 */
export function growHighlight(
  previous: HighlightedCode,
  code: string,
  language: string,
  isWhole: boolean,
): HighlightedCode {
  const isSame = previous.language === language && code.startsWith(previous.code);
  const { doneChars } = previous;
  if (isSame && previous.code.length === code.length && (!isWhole || doneChars === code.length))
    return previous;
  const end = isWhole ? code.length : code.lastIndexOf('\n') + 1;
  const isDue = isWhole || doneChars === 0 || end - doneChars > Math.max(MIN_STEP_CHARS, doneChars * STEP);
  if (!isSame || isDue)
    return {
      code,
      language,
      spans: [...highlightLines(code.slice(0, end), language), ...plain(code, end)],
      doneChars: end,
    };
  const done = doneChars < previous.code.length ? previous.spans.slice(0, -1) : previous.spans;
  return { code, language, spans: [...done, ...plain(code, doneChars)], doneChars };
}

function highlightLines(code: string, language: string): readonly CodeSpan[] {
  return code === '' ? [] : highlight(code, language);
}

function plain(code: string, start: number): readonly CodeSpan[] {
  return start < code.length ? [{ kind: '', text: code.slice(start) }] : [];
}
