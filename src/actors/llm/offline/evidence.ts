import type { ToolFinding } from './offline-turn.js';

/** A line of a file, as a tool reported it. */
export interface ReportedLine {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** Some lines of a file, as a tool showed them. */
export interface FileExcerpt {
  readonly path: string;
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** How many lines the whole file has. */
  readonly totalLines: number;
}

/**
 * The matching lines in the result of a search. Shape of a row: `path:line: text`, or `line: text` for a search in one
 * file. Other rows, such as headings and errors, are ignored.
 */
export function readFoundLines({ args, output }: ToolFinding): readonly ReportedLine[] {
  const onlyPath = typeof args.uri === 'string' ? args.uri : undefined;
  return output.split('\n').flatMap((row) => {
    const match = onlyPath === undefined ? /^(.+?):(\d+): ?(.*)$/.exec(row) : /^()(\d+): ?(.*)$/.exec(row);
    if (match === null) return [];
    const [, path = '', line = '', text = ''] = match;
    return [{ path: onlyPath ?? path, line: Number(line), text }];
  });
}

/** The number of lines that a search found, including those on other pages. */
export function countFoundLines(finding: ToolFinding): number {
  const total = /^Matching lines[^\n]*?(\d+)(?: or more)?(?:,|$)/m.exec(finding.output)?.[1];
  return total === undefined ? readFoundLines(finding).length : Number(total);
}

/** The paths in the result of a search for names, best first; directories end in `/`. */
export function readFoundPaths({ output }: ToolFinding): readonly string[] {
  return output.split('\n').filter((row) => row !== '' && !/^\(|^(?:No path|Error|Note)\b|[.:]$/.test(row));
}

/**
 * The excerpt in the result of reading a file; `undefined` when the tool showed none.
 * Shape: `path (... lines 3 to 9 of 120 ...)`, then a fence with the text.
 */
export function readExcerpt({ args, output }: ToolFinding): FileExcerpt | undefined {
  const match = /^([^\n]*) \(([^\n()]*)\)\n(`{3,})\n(.*)\n\3(?:\n|$)/s.exec(output);
  if (match === null) return undefined;
  const [, shown = '', facts = '', , text = ''] = match;
  const range = /lines (\d+) to \d+ of (\d+)/.exec(facts);
  const whole = /^(\d+) lines?\b/.exec(facts);
  return {
    path: shown || String(args.uri),
    firstLine: Number(range?.[1] ?? 1),
    lines: text.split('\n'),
    totalLines: Number(range?.[2] ?? whole?.[1]),
  };
}

/** The names that a tool suggested in place of one that does not exist. */
export function readSuggestions({ output }: ToolFinding): readonly string[] {
  const names = /closest names are: (.+?)\.?$/m.exec(output)?.[1];
  return names === undefined ? [] : names.split(', ');
}
