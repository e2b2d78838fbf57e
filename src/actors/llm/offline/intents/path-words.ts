/** The lines of a file that are wanted; both ends are included and counted from 1. */
export interface LineRange {
  readonly firstLine?: number;
  readonly lastLine?: number;
}

/** A path that stands in a sentence. */
export interface PathInText {
  readonly path: string;
  readonly isQuoted: boolean;
  /** The text right after it, such as `:10-20` or `#L3`. */
  readonly suffix: string;
  /** The sentence without it. */
  readonly around: string;
}

// A trailing dot ends the sentence; a colon or hash with digits names lines.
const SUFFIX = String.raw`(?<suffix>(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)?)`;
const QUOTED = new RegExp(String.raw`([\`"'])(?<path>[^\`"'\n]*?)${SUFFIX}\1`);
const WITH_SLASH = new RegExp(
  String.raw`(?<![\w/])(?<path>(?:file:\/\/)?[\w.@~+-]*\/[\w./@+-]*?)${SUFFIX}(?=[\s,;!?)]|\.?$|\.\s)`,
);
const WITH_EXTENSION = new RegExp(
  String.raw`(?<![\w/])(?<path>\.?\w[\w.@+-]*\.[a-z]\w{0,7}|\.[a-z][\w.-]{2,})${SUFFIX}(?=[\s,;!?)]|\.?$|\.\s)`,
  'i',
);
const WELL_KNOWN = new RegExp(
  String.raw`\b(?<path>README|LICEN[SC]E|CHANGELOG|CONTRIBUTING|NOTICE|Makefile|Dockerfile|Gemfile|Rakefile|Procfile|Justfile)\b${SUFFIX}`,
  'i',
);

/** The first thing in a sentence that looks like a path: quoted, with a slash, with an extension, or a known name. */
export function findPath(text: string): PathInText | undefined {
  for (const pattern of [QUOTED, WITH_SLASH, WITH_EXTENSION, WELL_KNOWN]) {
    const match = pattern.exec(text);
    const path = match?.groups?.['path'];
    if (match === null || path === undefined || path === '') continue;
    return {
      path: path === '/' ? '' : path.replace(/(?<=[^/])\/+$/, ''),
      isQuoted: pattern === QUOTED,
      suffix: match.groups?.['suffix'] ?? '',
      around: `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`,
    };
  }
  return undefined;
}

/** The lines that a sentence asks for: `path:10-20`, `#L10`, "lines 10 to 20", "line 7", "the first 30 lines". */
export function readLineRange({ suffix, around }: PathInText): LineRange {
  const [from, to] = suffix.match(/\d+/g) ?? [];
  if (from !== undefined) return orderRange(Number(from), Number(to ?? from));
  const first = /\b(?:first|top|head)\s+(\d+)(?:\s+lines?)?\b/i.exec(around)?.[1];
  if (first !== undefined) return orderRange(1, Number(first));
  const range =
    /\b(?:lines?|from)\s+(?:line\s+)?L?(\d+)\s*(?:-|–|to|until|till|through|and|\.\.)\s*(?:line\s+)?L?(\d+)/i.exec(
      around,
    );
  if (range !== null) return orderRange(Number(range[1]), Number(range[2]));
  const start = /\bfrom\s+(?:line\s+)?L?(\d+)\b/i.exec(around)?.[1];
  if (start !== undefined) return { firstLine: Math.max(1, Number(start)) };
  const single = /\bline\s+L?(\d+)\b/i.exec(around)?.[1];
  return single === undefined ? {} : orderRange(Number(single), Number(single));
}

function orderRange(a: number, b: number): LineRange {
  const [firstLine, lastLine] = a <= b ? [a, b] : [b, a];
  return { firstLine: Math.max(1, firstLine), lastLine: Math.max(1, lastLine) };
}
