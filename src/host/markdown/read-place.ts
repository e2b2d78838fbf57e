/** A file or folder, and lines in it. Lines and columns count from 1. */
export interface Place {
  /** As it is written: absolute, or relative to a folder of the workspace. */
  readonly path: string;
  readonly line?: number;
  /** Included. */
  readonly endLine?: number;
  readonly column?: number;
}

// Longer than any path that a person reads. It bounds the time of the patterns below.
const MAX_CHARS = 400;

// `:12`, `:12:5`, `:10-20`, `#L7`, `#L7-L9`, `#L7-9`, `#L7C3`.
const LINES =
  /^(?::(\d{1,7})(?::(\d{1,6})|[-–](\d{1,7}))?|#L(\d{1,7})(?:C(\d{1,6}))?(?:-L?(\d{1,7})(?:C\d{1,6})?)?)$/;

/** The place that a text names: a path, and perhaps lines. `undefined` when that cannot be. */
export function readPlace(text: string): Place | undefined {
  if (text === '' || text.length > MAX_CHARS) return undefined;
  const start = text.search(/(?::\d[\d:–-]*|#L\d[\dCL-]*)$/);
  if (start < 0) return { path: text };
  const [, line, column, endLine, hashLine, hashColumn, hashEnd] = LINES.exec(text.slice(start)) ?? [];
  const first = Number(line ?? hashLine);
  if (start === 0 || !(first >= 1)) return undefined;
  const last = Number(endLine ?? hashEnd);
  const at = Number(column ?? hashColumn);
  return {
    path: text.slice(0, start),
    line: first,
    ...(last >= first ? { endLine: last } : {}),
    ...(at >= 1 ? { column: at } : {}),
  };
}
