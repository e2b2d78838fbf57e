import type { CodeSpan } from './code-span.js';
import { highlight } from './highlight.js';

/** Code that grows, and its parts. */
export interface HighlightedCode {
  readonly code: string;
  readonly language: string;
  readonly spans: readonly CodeSpan[];
  /** How much of the code was highlighted; the rest is the last span. Units: UTF-16 units. */
  readonly doneChars: number;
}

export const NO_CODE: HighlightedCode = { code: '', language: '', spans: [], doneChars: 0 };

// Highlighting starts at the top each time. Once for each fifth that is added, the whole stream costs about six times
// the finished code.
const STEP = 0.2;

// Below that it costs nothing that could be noticed.
const MIN_STEP_CHARS = 200;

/**
 * The parts of code that grows: highlighted again once enough was added or it `isWhole`, and in between followed by
 * the new text as it is. The texts of the spans together are the code.
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
