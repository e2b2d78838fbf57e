import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a line does where nothing holds it back. `hangs`: it takes very much time, or very much memory. `nothing`: it is
 * harmless, and may look as if it were not.
 */
export type LineEffect = 'writes' | 'prints' | 'connects' | 'runs' | 'hangs' | 'nothing';

export interface Line {
  readonly effect: LineEffect;
  /** Shape: names of places stand between `@`, see `LocksWorld.fill`. */
  readonly text: string;
}

/** The lines of one file: those that use one hole, and harmless ones that look like them. */
export interface Cause {
  /** The name of the file. */
  readonly name: string;
  readonly title: string;
  readonly lines: readonly Line[];
}

const ROW = /^(writes|prints|connects|runs|hangs|nothing): (.*)$/;
// Signs for characters that would break the files into other lines.
const SIGNS: Readonly<Record<string, string>> = { '⏎': '\n', '⇥': '\t', '␍': '\r' };

/**
 * All lines, by cause. A file begins with its title; then comes a line in each row, behind its effect. A row that begins
 * otherwise goes on with the line before.
 */
export function readCauses(): readonly Cause[] {
  const folder = import.meta.dirname;
  return readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readCause(name.slice(0, -'.txt'.length), readFileSync(join(folder, name), 'utf8')));
}

/** At most so many of the lines, spread over all of them. */
export function takeSample(lines: readonly Line[], count: number): readonly Line[] {
  const step = Math.max(1, lines.length / count);
  return lines.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

function readCause(name: string, text: string): Cause {
  const [title = '', ...rows] = text.trimEnd().split('\n');
  const lines: Line[] = [];
  for (const row of rows) {
    const [, effect, line = ''] = ROW.exec(row) ?? [];
    const last = lines.at(-1);
    if (effect !== undefined) lines.push({ effect: effect as LineEffect, text: line });
    else if (last !== undefined) lines.splice(-1, 1, { ...last, text: `${last.text}\n${row}` });
  }
  const decode = (line: string): string => line.replaceAll(/[⏎⇥␍]/g, (sign) => SIGNS[sign] ?? sign);
  return { name, title, lines: lines.map(({ effect, text: line }) => ({ effect, text: decode(line) })) };
}
