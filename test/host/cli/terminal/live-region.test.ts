import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../../src/host/cli/terminal/frame.js';
import { LiveRegion } from '../../../../src/host/cli/terminal/live-region.js';
import { Screen } from '../../../doubles/screen.js';

const COLUMNS = 20;

const row = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '語', '👍', 'é'), maxLength: 9 });
const frame: fc.Arbitrary<Frame> = fc
  .array(row, { maxLength: 6 })
  .chain((rows) =>
    rows.length === 0
      ? fc.constant<Frame>({ rows })
      : fc
          .record({ row: fc.nat(rows.length - 1), column: fc.nat(COLUMNS - 2), isShown: fc.boolean() })
          .map(({ isShown, ...cursor }) => (isShown ? { rows, cursor } : { rows })),
  );

describe('LiveRegion', () => {
  test('leaves above it all that was printed and below it the last frame, whatever came before', async () => {
    const step = fc.record({ text: fc.option(row, { nil: undefined }), frame });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const screen = new Screen({ columns: COLUMNS, rows: 8 });
        const region = new LiveRegion();
        const printed: string[] = [];
        for (const { text, frame: next } of steps) {
          await screen.write(text === undefined ? region.draw(next) : region.print(`${text}\n`, next));
          if (text !== undefined) printed.push(text.trimEnd());
        }
        const last = steps.at(-1)?.frame ?? { rows: [] };
        const expected = [...printed, ...last.rows.map((line) => line.trimEnd())];
        while (expected.at(-1) === '') expected.pop();
        expect(screen.lines).toEqual(expected);
        if (last.cursor !== undefined)
          expect(screen.cursor).toEqual({
            row: printed.length + last.cursor.row,
            column: last.cursor.column,
          });
        await screen.write(region.clear());
        while (printed.at(-1) === '') printed.pop();
        expect(screen.lines).toEqual(printed);
      }),
      { numRuns: 300 },
    );
  });

  test('is not on the screen while a line has no end', async () => {
    const screen = new Screen();
    const region = new LiveRegion();
    await screen.write(region.draw({ rows: ['busy'] }));
    await screen.write(region.print('[y]es ', { rows: ['busy'] }));
    expect(screen.lines).toEqual(['[y]es']);
    await screen.write(region.draw({ rows: ['still busy'] }));
    expect(screen.lines).toEqual(['[y]es']);
    await screen.write(region.print('y\n', { rows: ['busy again'] }));
    expect(screen.lines).toEqual(['[y]es y', 'busy again']);
  });

  test('writes only the rows that are other than before', () => {
    const region = new LiveRegion();
    region.draw({ rows: ['one', 'two', 'three'] });
    expect(region.draw({ rows: ['one', 'two', 'three'] })).toBe('');
    const written = region.draw({ rows: ['one', 'TWO', 'three'] });
    expect(written).toContain('TWO');
    expect(written).not.toMatch(/one|three/);
  });

  test('leaves each line once, whatever size the terminal gets while rows are drawn', async () => {
    // As many rows as are drawn at once of 20: they have room on a terminal of half the width and three quarters of the
    // height.
    const wide = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 39 }), {
      maxLength: 7,
    });
    const step = fc.record({
      text: fc.option(fc.string({ unit: fc.constantFrom('x', 'y'), minLength: 1, maxLength: 39 }), {
        nil: undefined,
      }),
      rows: wide,
      cursor: fc.option(fc.record({ row: fc.nat(6), column: fc.nat(39) }), { nil: undefined }),
      size: fc.option(fc.constantFrom([40, 20], [40, 15], [20, 20], [20, 15], [30, 18] as const), {
        nil: undefined,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        let columns = 40;
        const screen = new Screen({ columns, rows: 20 });
        const region = new LiveRegion();
        const printed: string[] = [];
        const fit = (one: (typeof steps)[number]): Frame => {
          const cut = one.rows.map((line) => line.slice(0, columns - 1));
          const { cursor } = one;
          if (cursor === undefined || cursor.row >= cut.length) return { rows: cut };
          return { rows: cut, cursor: { row: cursor.row, column: Math.min(cursor.column, columns - 2) } };
        };
        for (const one of steps) {
          if (one.size !== undefined) {
            columns = one.size[0];
            screen.resize(columns, one.size[1]);
            await screen.write(region.resize(columns));
          }
          await screen.write(
            one.text === undefined ? region.draw(fit(one)) : region.print(`${one.text}\n`, fit(one)),
          );
          if (one.text !== undefined) printed.push(one.text);
        }
        await screen.write(region.clear());
        expect(screen.unwrapped).toEqual(printed);
      }),
      { numRuns: 300 },
    );
  });

  test('leaves nothing behind on a terminal that gets narrower', async () => {
    const screen = new Screen({ columns: 20, rows: 10 });
    const region = new LiveRegion();
    await screen.write(
      region.print('printed\n', { rows: ['a'.repeat(18), 'b'.repeat(18)], cursor: { row: 1, column: 2 } }),
    );
    screen.resize(10);
    await screen.write(region.resize(10) + region.draw({ rows: ['new'] }));
    expect(screen.lines).toEqual(['printed', 'new']);
  });
});
