import { REQUEST_TEXTS } from '../words/command-words.js';

/**
 * Asks to fix or explain the problems in lines of a file, which count from 1. What the problems say is not repeated here:
 * it may quote the file, and the model gets it as an attachment, which is not the person's own word.
 */
export function describeProblems(what: 'fix' | 'explain', lines: readonly number[]): string {
  const verb = what === 'fix' ? REQUEST_TEXTS.fix : REQUEST_TEXTS.explain;
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  if (sorted.length === 0) return REQUEST_TEXTS.problemsOfFile(verb);
  const list = new Intl.ListFormat('en').format(sorted.map(String));
  return REQUEST_TEXTS.problemsIn(verb, lines.length, sorted.length, list);
}
