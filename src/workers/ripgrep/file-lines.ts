import type { RelPath } from '../../actors/protocol/workspace.js';
import { chooseExcerpts, excerptLine } from '../grep/excerpt-line.js';
import type { LineMatch } from '../grep/grep.js';
import { bytesOf, type RipgrepLine } from './messages.js';

interface Line {
  readonly number: number;
  readonly text: string;
  /** The starts of the line's first matches; none for a line of context. Units: UTF-16 units. */
  readonly starts: readonly number[];
}

/** Collects the lines that ripgrep prints for one file. */
export class FileLines {
  readonly path: RelPath;
  readonly #maxMatches: number;
  readonly #lines: Line[] = [];
  #matches = 0;

  /** Keeps one match more than `maxMatches`, which shows that there are more. */
  constructor(path: RelPath, maxMatches: number) {
    this.path = path;
    this.#maxMatches = maxMatches;
  }

  add({ lines, line_number: number, submatches }: RipgrepLine): void {
    if (this.#matches > this.#maxMatches) return;
    const whole = bytesOf(lines);
    const text = whole.toString('utf8').replace(/\r?\n?$/u, '');
    let [from, index] = [0, 0];
    const starts = chooseExcerpts(submatches.map(({ start }) => start)).map((start) => {
      index += whole.toString('utf8', from, start).length;
      from = start;
      return index;
    });
    if (starts.length > 0) this.#matches++;
    this.#lines.push({ number, text, starts });
  }

  /** The matches, each with its lines of context, cut to `maxLineChars`. */
  matches(contextLines: number, maxLineChars: number): LineMatch[] {
    return this.#lines.flatMap(({ number, text, starts }, at) => {
      const [index] = starts;
      if (index === undefined) return [];
      const isNear = (line: Line): boolean => Math.abs(line.number - number) <= contextLines;
      const texts = (lines: readonly Line[]): string[] =>
        lines.filter(isNear).map((line) => excerptLine(line.text, [], maxLineChars).text);
      return [
        {
          line: number,
          column: index + 1,
          ...excerptLine(text, starts, maxLineChars),
          before: texts(this.#lines.slice(Math.max(0, at - contextLines), at)),
          after: texts(this.#lines.slice(at + 1, at + 1 + contextLines)),
        },
      ];
    });
  }
}
