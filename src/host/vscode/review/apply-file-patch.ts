import type { FilePatch, PatchLine } from '../../markdown/read-unified-diff.js';

interface EndedLine {
  readonly text: string;
  readonly end: string;
}

/**
 * The text after a patch, or `undefined` when the patch is not exactly for this text. A patch is applied where it says
 * and nowhere else, so that a proposal that is shown in an editor is the diff that was judged and that the answer is
 * about, character for character; line ends are compared as an editor sees them.
 * Source: SPEC T11.
 */
export function applyFilePatch(text: string, { hunks }: Pick<FilePatch, 'hunks'>): string | undefined {
  const before = splitEnded(text);
  const after: EndedLine[] = [];
  let at = 0;
  for (const { oldStart, oldLines, lines } of hunks) {
    const start = oldLines === 0 ? oldStart : oldStart - 1;
    if (start < at) return undefined;
    for (const item of before.slice(at, start)) after.push(item);
    at = start;
    for (const line of lines) {
      const there = before[at];
      if (line.sign === '+') {
        after.push(toEnded(line));
        continue;
      }
      const { text: expected, end } = toEnded(line);
      if (there?.text !== expected || (there.end === '') !== (end === '')) return undefined;
      if (line.sign === ' ') after.push(there);
      at++;
    }
  }
  for (const item of before.slice(at)) after.push(item);
  // Only the last line may be without an end.
  if (after.slice(0, -1).some(({ end }) => end === '')) return undefined;
  return after.map((line) => line.text + line.end).join('');
}

function splitEnded(text: string): EndedLine[] {
  return Array.from(text.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g), ([, line = '', end = '']) => ({
    text: line,
    end,
  })).filter(({ text: line, end }) => line !== '' || end !== '');
}

function toEnded({ text, isUnended }: PatchLine): EndedLine {
  const isWindows = text.endsWith('\r');
  return {
    text: isWindows ? text.slice(0, -1) : text,
    end: isUnended === true ? '' : isWindows ? '\r\n' : '\n',
  };
}
