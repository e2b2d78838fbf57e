/** What commands of the editor say for the person, beside what they attach. */
export const REQUESTS = {
  explainSelection: 'Explain the selected code.',
  explainFile: 'Explain this file: what it is for, and how it works.',
  testSelection: 'Write a test for the selected code, in the way in which this project tests.',
  testFile: 'Write a test for this file, in the way in which this project tests.',
} as const;

/** A problem that the editor knows. `line` counts from 1. */
export interface Problem {
  readonly line: number;
  readonly text: string;
}

// The attachment lists all problems of the file.
const MAX_NAMED = 3;
// Enough to recognise a message of a compiler. Units: UTF-16 units.
const MAX_CHARS = 200;

/** Asks to fix or explain problems. A few are named, because the file may have others. */
export function describeProblems(what: 'fix' | 'explain', problems: readonly Problem[]): string {
  const verb = what === 'fix' ? 'Fix' : 'Explain';
  if (problems.length > MAX_NAMED) return `${verb} these ${problems.length} problems.`;
  const named = problems.map(({ line, text }) => `line ${line}: ${toLine(text)}`);
  const [first] = named;
  if (first === undefined) return `${verb} the problems of this file.`;
  return named.length === 1
    ? `${verb} the problem in ${first}`
    : `${verb} these problems:\n${named.map((one) => `- ${one}`).join('\n')}`;
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_CHARS ? `${line.slice(0, MAX_CHARS)}...` : line;
}
