import type { RelPath } from '../../actors/protocol/workspace.js';
import { cutAround, cutLine, type LineMatch } from '../grep/grep.js';
import { bytesOf, type RipgrepLine } from './messages.js';

interface Line {
  readonly number: number;
  readonly text: string;
  /** The start of the line's first match; `null` for a line of context. Units: UTF-16 units. */
  readonly index: number | null;
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
    const [first] = submatches;
    const index = first === undefined ? null : whole.toString('utf8', 0, first.start).length;
    if (index !== null) this.#matches++;
    this.#lines.push({ number, text, index });
  }

  /** The matches, each with its lines of context. */
  matches(contextLines: number): LineMatch[] {
    return this.#lines.flatMap(({ number, text, index }, at) => {
      if (index === null) return [];
      const isNear = (line: Line): boolean => Math.abs(line.number - number) <= contextLines;
      const texts = (lines: readonly Line[]): string[] =>
        lines.filter(isNear).map((line) => cutLine(line.text));
      return [
        {
          line: number,
          column: index + 1,
          text: cutAround(text, index),
          before: texts(this.#lines.slice(Math.max(0, at - contextLines), at)),
          after: texts(this.#lines.slice(at + 1, at + 1 + contextLines)),
        },
      ];
    });
  }
}
