/** A line of a unified diff, and its kind. */
export interface DiffLine {
  /** `file`: the name of the file that the next lines belong to. `rest`: any other line, such as a note. */
  readonly kind: 'file' | 'hunk' | 'added' | 'removed' | 'same' | 'rest';
  readonly text: string;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NOWHERE = '/dev/null';

/**
 * Splits a unified diff into lines. Uses the lengths in hunk headers, because a deleted line may look like a file
 * header.
 */
export function parseDiffLines(diff: string): readonly DiffLine[] {
  const lines = diff.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const found: DiffLine[] = [];
  let oldLeft = 0;
  let newLeft = 0;
  for (let index = 0; index < lines.length; index++) {
    const text = lines[index] ?? '';
    if (oldLeft > 0 || newLeft > 0) {
      const kind = kindInHunk(text);
      if (kind === 'removed' || kind === 'same') oldLeft--;
      if (kind === 'added' || kind === 'same') newLeft--;
      found.push({ kind, text });
      continue;
    }
    const next = lines[index + 1] ?? '';
    const hunk = HUNK.exec(text);
    if (hunk !== null) {
      oldLeft = Number(hunk[1] ?? 1);
      newLeft = Number(hunk[2] ?? 1);
      found.push({ kind: 'hunk', text });
    } else if (text.startsWith('--- ') && next.startsWith('+++ ')) {
      found.push({ kind: 'file', text: fileName(text.slice(4), next.slice(4)) });
      index++;
    } else found.push({ kind: 'rest', text });
  }
  return found;
}

function kindInHunk(text: string): DiffLine['kind'] {
  if (text.startsWith('+')) return 'added';
  if (text.startsWith('-')) return 'removed';
  // `\ No newline at end of file` is not a line of the file.
  return text.startsWith('\\') ? 'rest' : 'same';
}

function fileName(before: string, after: string): string {
  const oldPath = before.replace(/^a\//, '');
  const newPath = after.replace(/^b\//, '');
  if (before === NOWHERE) return `${newPath} (new)`;
  if (after === NOWHERE) return `${oldPath} (deleted)`;
  return oldPath === newPath ? newPath : `${oldPath} → ${newPath}`;
}
