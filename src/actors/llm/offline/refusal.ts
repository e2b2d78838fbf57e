import type { Finding } from './turn.js';

// A refusal is a sentence or two; a longer result quotes file content. Units: UTF-16 units.
const MAX_QUOTED_CHARS = 400;

const NOTHING_THERE = /^No (?:line|path)\b| is empty\.$|: no (?:more )?entries$/;

/**
 * Whether a tool failed, was denied or got wrong parameters: its result is then one sentence on one line. A search
 * without hits and an empty file are ordinary results.
 */
export function isRefused({ output }: Finding): boolean {
  const [first = ''] = output.trim().split('\n\nNote:');
  return !first.includes('\n') && /[.!]$/.test(first) && !NOTHING_THERE.test(first);
}

/** Says what could not be done, and quotes the tool's reason. */
export function quoteRefusal(problem: string, { output }: Finding): string {
  const words = output.trim();
  return `${problem}. The tool said: ${words.length <= MAX_QUOTED_CHARS ? words : `${words.slice(0, MAX_QUOTED_CHARS)}…`}`;
}
