import type { RelPath } from '../../actors/protocol/workspace.js';
import { cutAround, cutLine, type LineMatch } from '../scan/grep.js';
import { type RipgrepLine, textOf } from './messages.js';

interface Line {
  readonly number: number;
  readonly text: string;
  /** Where its first match starts; `null` for a line of context. Units: UTF-16 units. */
  readonly match: { readonly index: number; readonly length: number } | null;
}

/** What ripgrep says of one file. */
export class FileLines {
  readonly path: RelPath;
  readonly #maxMatches: number;
  readonly #lines: Line[] = [];
  #matches = 0;
  #isUnsure = false;

  /** Keeps one match more than `maxMatches`, which tells that there are more. */
  constructor(path: RelPath, maxMatches: number) {
    this.path = path;
    this.#maxMatches = maxMatches;
  }

  /** Whether a match took in the end of its line, so that another engine is to say whether it is one. */
  get isUnsure(): boolean {
    return this.#isUnsure;
  }

  add({ lines, line_number: number, submatches }: RipgrepLine): void {
    if (this.#matches > this.#maxMatches) return;
    const whole = Buffer.from(textOf(lines), 'utf8');
    const text = whole.toString('utf8').replace(/\r?\n?$/u, '');
    const [first] = submatches;
    if (first === undefined) {
      this.#lines.push({ number, text, match: null });
      return;
    }
    const index = whole.toString('utf8', 0, first.start).length;
    const length = whole.toString('utf8', first.start, first.end).length;
    this.#isUnsure ||= index + length > text.length;
    this.#matches++;
    this.#lines.push({ number, text, match: { index, length } });
  }

  /** The matches, each with the lines around it. */
  matches(contextLines: number): LineMatch[] {
    return this.#lines.flatMap(({ number, text, match }, at) => {
      if (match === null) return [];
      const isNear = (line: Line): boolean => Math.abs(line.number - number) <= contextLines;
      const texts = (lines: readonly Line[]): string[] =>
        lines.filter(isNear).map((line) => cutLine(line.text));
      return [
        {
          line: number,
          column: match.index + 1,
          text: cutAround(text, match),
          before: texts(this.#lines.slice(Math.max(0, at - contextLines), at)),
          after: texts(this.#lines.slice(at + 1, at + 1 + contextLines)),
        },
      ];
    });
  }
}
