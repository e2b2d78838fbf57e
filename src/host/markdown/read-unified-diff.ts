/** One line of a hunk. */
export interface PatchLine {
  readonly sign: ' ' | '-' | '+';
  /** With a `\r` at its end where the line ends in `\r\n`. */
  readonly text: string;
  /** Whether the file ends after it without a line end. Default: no. */
  readonly isUnended?: true;
}

/** A stretch of a file, as in a unified diff. Lines count from 1; an empty range is given by the line before it. */
interface PatchHunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly lines: readonly PatchLine[];
}

/** The part of a unified diff that is about one file. */
export interface FilePatch {
  /** Absent for a new file. */
  readonly oldPath?: string;
  /** Absent for a deleted file. */
  readonly newPath?: string;
  readonly hunks: readonly PatchHunk[];
}

const HUNK = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NOWHERE = '/dev/null';
const SIGNS: readonly PatchLine['sign'][] = [' ', '-', '+'];

/** Reads a unified diff. Returns `undefined` for one that was cut, or that has lines which are no part of a diff. */
export function readUnifiedDiff(diff: string): readonly FilePatch[] | undefined {
  const lines = diff.split('\n');
  if (lines.pop() !== '') return undefined;
  const files: { oldPath?: string; newPath?: string; hunks: PatchHunk[] }[] = [];
  for (let at = 0; at < lines.length;) {
    const header = HUNK.exec(lines[at] ?? '');
    if (header === null) {
      const [before, after] = [lines[at] ?? '', lines[at + 1] ?? ''];
      if (!before.startsWith('--- ') || !after.startsWith('+++ ')) return undefined;
      files.push({ ...pathOf('oldPath', before, 'a/'), ...pathOf('newPath', after, 'b/'), hunks: [] });
      at += 2;
      continue;
    }
    const oldLines = Number(header[2] ?? 1);
    const found = readHunkLines(lines, at + 1, oldLines, Number(header[3] ?? 1));
    if (found === undefined || files.length === 0) return undefined;
    files.at(-1)?.hunks.push({ oldStart: Number(header[1]), oldLines, lines: found.lines });
    at = found.next;
  }
  return files;
}

/** The lines of a hunk, and the index of the line after it; `undefined` when some are missing. */
function readHunkLines(
  lines: readonly string[],
  start: number,
  oldLines: number,
  newLines: number,
): { readonly lines: readonly PatchLine[]; readonly next: number } | undefined {
  const found: PatchLine[] = [];
  let [oldLeft, newLeft] = [oldLines, newLines];
  let at = start;
  for (; oldLeft > 0 || newLeft > 0 || lines[at]?.startsWith('\\') === true; at++) {
    const line = lines[at];
    const last = found.at(-1);
    if (line === undefined) return undefined;
    if (line.startsWith('\\')) {
      if (last === undefined) return undefined;
      found[found.length - 1] = { ...last, isUnended: true };
      continue;
    }
    const sign = SIGNS.find((one) => line.startsWith(one));
    if (sign === undefined) return undefined;
    if (sign !== '+') oldLeft--;
    if (sign !== '-') newLeft--;
    if (oldLeft < 0 || newLeft < 0) return undefined;
    found.push({ sign, text: line.slice(1) });
  }
  return { lines: found, next: at };
}

function pathOf<Key extends string>(key: Key, line: string, prefix: string): { [key in Key]?: string } {
  const path = line.slice('--- '.length);
  if (path === NOWHERE) return {};
  return { [key]: path.startsWith(prefix) ? path.slice(prefix.length) : path } as { [key in Key]?: string };
}

/** How much of a file changes. */
export interface PatchSize {
  readonly added: number;
  readonly removed: number;
  /** The number of stretches of changed lines. */
  readonly places: number;
}

export function measurePatch({ hunks }: Pick<FilePatch, 'hunks'>): PatchSize {
  let [added, removed, places] = [0, 0, 0];
  for (const { lines } of hunks) {
    let before: PatchLine['sign'] = ' ';
    for (const { sign } of lines) {
      if (sign === '+') added++;
      if (sign === '-') removed++;
      if (sign !== ' ' && before === ' ') places++;
      before = sign;
    }
  }
  return { added, removed, places };
}
