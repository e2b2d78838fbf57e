import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';

/**
 * What the result of a tool says at its beginning, in the sentences that the tool writes for the model. Each reader
 * looks only at the lines that its tool writes first, because everything after them may come from anywhere.
 */

/** How many things a search or a listing has found. */
export interface FoundCount {
  readonly count: number;
  /** Whether there are more than these. */
  readonly isMore: boolean;
}

/** How a command ended. */
export interface CommandEnd {
  /** Absent when it has none: it was ended, or it still runs. */
  readonly exitCode?: number;
  /** The signal that ended it: `SIGKILL`. */
  readonly signal?: string;
  /** Shape: `2.3 s`, `3 min 20 s`. */
  readonly duration?: string;
  /** Whether it was ended because it took too long, or printed nothing for too long. */
  readonly isTimeout?: boolean;
  /** Whether it goes on in its terminal. */
  readonly isRunning?: boolean;
}

const NOTHING: FoundCount = { count: 0, isMore: false };

/** Of a search in all files. Shape: `Matching lines: 5`, `Matching lines: 1 to 200 of 431 or more`. */
export function readMatches(output: string): FoundCount | undefined {
  const first = firstLine(output);
  if (/^(?:No line contains|There was no file to search)/.test(first)) return NOTHING;
  return toFound(/^Matching lines: (?:\d+ to \d+ of )?(\d+)( or more)?/.exec(first));
}

/** Of a search in one file. Shape: `Matching lines in a.ts: the first 200 of 431 or more`. */
export function readMatchesInFile(output: string): FoundCount | undefined {
  const first = firstLine(output);
  if (first.startsWith('No line of ')) return NOTHING;
  return toFound(/^Matching lines in .*: (?:the first \d+ of )?(\d+)( or more)?$/.exec(first));
}

/** Of a search for paths. Shape: a path a line; notes stand in parentheses. */
export function readPaths(output: string): FoundCount {
  if (output.startsWith('No path matches ')) return NOTHING;
  const lines = output.split('\n').filter((line) => line !== '');
  const notes = lines.filter((line) => /^\(.*\)$/.test(line));
  return { count: lines.length - notes.length, isMore: notes.length > 0 };
}

/** Of a listing. Shape: `src: 12 entries`, `src: 1 to 500 of 731 entries`, `src: no entries`. */
export function readEntries(output: string): FoundCount | undefined {
  const first = firstLine(output);
  if (/: no (?:more )?entries$/.test(first)) return NOTHING;
  return toFound(/: (?:\d+ to \d+ of )?(\d+) entr(?:y|ies)$/.exec(first));
}

/** Of the problems in a file. Shape: `a.ts:1:5: error: ...` a line. */
export function readProblems(output: string): FoundCount {
  if (output.startsWith('The editor has no errors or warnings ')) return NOTHING;
  const lines = output.split('\n').filter((line) => /:\d+:\d+: [a-z]+: /.test(line));
  return { count: lines.length, isMore: /\n\(\d+ more lines do not fit here\)/.test(output) };
}

/** Of a search on the web. Shape: `Searched the web for "words": 5 pages.` */
export function readPages(output: string): FoundCount | undefined {
  return toFound(/^Searched the web for .*: (\d+) pages?\.$/.exec(firstLine(output)));
}

/** The size of a page. Shape: `Fetched https://example.com/: 12.3 KB, text/html, page 1 of 3.` */
export function readPageSize(output: string): string | undefined {
  return /^Fetched \S+: (\d+(?:\.\d+)? (?:bytes|KB|MB))[,.]/.exec(firstLine(output))?.[1];
}

/** Of a command, in a shell of its own or in a terminal. */
export function readCommandEnd(output: string): CommandEnd {
  const first = firstLine(output);
  const ended = /^Exit code (\d+|unknown)(?: \((\w+)\))?(?:, after ([\d.]+ (?:s|min)(?: \d+ s)?))?\.$/.exec(
    first,
  );
  if (ended !== null) {
    const [, code = '', signal, duration] = ended;
    return {
      ...(code === 'unknown' ? {} : { exitCode: Number(code) }),
      ...omitUndefined({ signal, duration }),
    };
  }
  const late = /^The command was ended after ([\d.]+ (?:s|min)(?: \d+ s)?), /.exec(first);
  if (late?.[1] !== undefined) return { isTimeout: true, duration: late[1] };
  if (first.startsWith('The command still runs ')) return { isRunning: true };
  const closed = /^Terminal .* is closed: its shell ended with exit code (\d+)\.$/.exec(first);
  return closed === null ? {} : { exitCode: Number(closed[1]) };
}

/** What a command printed: its result without the lines about its end, and without streams that are empty. */
export function readCommandOutput(output: string): string {
  const start = output.search(/^(?:stdout|Output):(?: \(empty\))?$/m);
  if (start < 0) return output;
  const streams = output.slice(start);
  const isAlone = !/^stdout:$/m.test(streams) || /^stderr: \(empty\)$/m.test(streams);
  return streams
    .replace(/^(?:stdout|stderr|Output): \(empty\)\n?/gm, '')
    .replace(isAlone ? /^(?:stdout|stderr|Output):\n/ : '', '')
    .replace(/\n$/, '');
}

function toFound(match: RegExpExecArray | null): FoundCount | undefined {
  return match === null ? undefined : { count: Number(match[1]), isMore: match[2] !== undefined };
}

function firstLine(output: string): string {
  const end = output.indexOf('\n');
  return end < 0 ? output : output.slice(0, end);
}
