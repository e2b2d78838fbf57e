import type { Finding } from './turn.js';

// A refusal is a sentence or two; what is longer quotes something big.
const MAX_QUOTED_CHARS = 400;

const NOTHING_THERE = /^No (?:line|path)\b| is empty\.$|: no (?:more )?entries$/;

/**
 * Whether a tool failed, was denied or was called wrongly: then its result is a sentence on one line. That nothing was
 * found, or that a file is empty, is a result like any other.
 */
export function isRefused({ output }: Finding): boolean {
  const [first = ''] = output.trim().split('\n\nNote:');
  return !first.includes('\n') && /[.!]$/.test(first) && !NOTHING_THERE.test(first);
}

/** What could not be done, and why in the tool's own words. */
export function quoteRefusal(problem: string, { output }: Finding): string {
  const words = output.trim();
  return `${problem}. The tool said: ${words.length <= MAX_QUOTED_CHARS ? words : `${words.slice(0, MAX_QUOTED_CHARS)}…`}`;
}
