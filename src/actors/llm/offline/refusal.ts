import type { ToolFinding } from './offline-turn.js';

const NOTHING_THERE = /^No (?:line|path)\b| is empty\.$|: no (?:more )?entries$/;

/**
 * Whether a tool failed, was denied or got wrong parameters: its result is then one sentence on one line. A search
 * without hits and an empty file are ordinary results.
 */
export function isRefused({ output }: ToolFinding): boolean {
  const [first = ''] = output.trim().split('\n\nNote:');
  return !first.includes('\n') && /[.!]$/.test(first) && !NOTHING_THERE.test(first);
}

/** Says what could not be done, and quotes the tool's reason. */
export function quoteRefusal(problem: string, { output }: ToolFinding): string {
  return `${problem}. The tool said: ${output.trim()}`;
}
