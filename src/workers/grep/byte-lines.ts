const NEWLINE = 0x0a;

/** Where the line starts that `at` is in. */
export function startOfLine(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at - 1) + 1;
}

/** Where the newline is of the line that `at` is in; where the bytes end when it has none. */
export function endOfLine(bytes: Buffer, at: number): number {
  const end = at < bytes.length ? bytes.indexOf(NEWLINE, at) : -1;
  return end < 0 ? bytes.length : end;
}

/** Where the line after the first `count` lines starts. There must be as many. */
export function skipLines(bytes: Buffer, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) at = bytes.indexOf(NEWLINE, at) + 1;
  return at;
}

/** Where the line that is `count` lines before the line start `end` starts; 0 when there are fewer. */
export function backLines(bytes: Buffer, end: number, count: number): number {
  let at = end;
  for (let line = 0; line < count && at > 0; line++) at = at < 2 ? 0 : bytes.lastIndexOf(NEWLINE, at - 2) + 1;
  return at;
}

/** How many lines start in `[start, end)`, both of them line starts. */
export function countLines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at = bytes.indexOf(NEWLINE, at) + 1) count++;
  return count;
}
