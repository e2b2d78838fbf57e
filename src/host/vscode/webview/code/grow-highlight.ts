import type { CodeSpan } from './code-span.js';
import { highlight } from './highlight.js';

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
 * Highlights growing code: again once it has grown enough or `isWhole`; in between, new text is appended as plain code.
 * The texts of all spans add up to the code.
 */
export function growHighlight(
  previous: HighlightedCode,
  code: string,
  language: string,
  isWhole: boolean,
): HighlightedCode {
  const isSame = previous.language === language && code.startsWith(previous.code);
  const { doneChars } = previous;
  const rest = code.length - doneChars;
  if (isSame && rest === 0) return previous;
  if (!isSame || isWhole || doneChars === 0 || rest > Math.max(MIN_STEP_CHARS, doneChars * STEP))
    return { code, language, spans: highlight(code, language), doneChars: code.length };
  const done = doneChars < previous.code.length ? previous.spans.slice(0, -1) : previous.spans;
  return { code, language, spans: [...done, { kind: '', text: code.slice(doneChars) }], doneChars };
}
