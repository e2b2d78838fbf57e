const NEWLINE = 0x0a;

/** The start of the line that contains `at`. */
export function startOfLine(bytes: Buffer, at: number): number {
  return at === 0 ? 0 : bytes.lastIndexOf(NEWLINE, at - 1) + 1;
}

/** The newline that ends the line containing `at`, or the end of the bytes when there is none. */
export function endOfLine(bytes: Buffer, at: number): number {
  const end = at < bytes.length ? bytes.indexOf(NEWLINE, at) : -1;
  return end < 0 ? bytes.length : end;
}

/** The start of the line after the first `count` lines. There must be that many lines. */
export function skipLines(bytes: Buffer, count: number): number {
  let at = 0;
  for (let line = 0; line < count; line++) at = bytes.indexOf(NEWLINE, at) + 1;
  return at;
}

/** The start of the line `count` lines before the line start `end`; 0 when there are fewer. */
export function skipLinesBack(bytes: Buffer, end: number, count: number): number {
  let at = end;
  for (let line = 0; line < count && at > 0; line++) at = at < 2 ? 0 : bytes.lastIndexOf(NEWLINE, at - 2) + 1;
  return at;
}

/** The number of lines that start in `[start, end)`, both of which must be line starts. */
export function countLines(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at = bytes.indexOf(NEWLINE, at) + 1) count++;
  return count;
}
