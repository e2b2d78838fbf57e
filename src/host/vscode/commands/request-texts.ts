/** What commands of the editor say for the person, beside what they attach. */
export const REQUESTS = {
  explainSelection: 'Explain the selected code.',
  explainFile: 'Explain this file: what it is for, and how it works.',
  testSelection: 'Write a test for the selected code, in the way in which this project tests.',
  applyCode: 'Apply the attached code: to the file that you showed it for, or else to the attached file.',
  testFile: 'Write a test for this file, in the way in which this project tests.',
} as const;

/**
 * Asks to fix or explain the problems in lines of a file, which count from 1. What the problems say is not repeated here:
 * it may quote the file, and the model gets it as an attachment, which is not the person's own word.
 */
export function describeProblems(what: 'fix' | 'explain', lines: readonly number[]): string {
  const verb = what === 'fix' ? 'Fix' : 'Explain';
  const sorted = [...new Set(lines)].sort((one, other) => one - other);
  if (sorted.length === 0) return `${verb} the problems of this file.`;
  const problems = lines.length === 1 ? 'problem' : 'problems';
  const places = sorted.length === 1 ? 'line' : 'lines';
  return `${verb} the ${problems} in ${places} ${new Intl.ListFormat('en').format(sorted.map(String))}.`;
}
