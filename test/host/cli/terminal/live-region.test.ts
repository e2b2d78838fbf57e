import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitFrame, type Frame, maxLiveRows, NO_FRAME } from '../../../../src/host/cli/terminal/frame.js';
import { LiveRegion } from '../../../../src/host/cli/terminal/live-region.js';
import { ReflowingScreen } from '../../../doubles/reflowing-screen.js';
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

type Size = readonly [columns: number, rows: number];

// The last one has no room for what is drawn on the others.
const SIZES: readonly [Size, ...Size[]] = [
  [80, 24],
  [40, 20],
  [40, 24],
  [60, 20],
  [80, 20],
  [1, 1],
];

/** A terminal of each kind, and the region on it. */
const TERMINALS = [
  [
    'a terminal that leaves the line of the cursor',
    ([columns, rows]: Size) => ({
      screen: new Screen({ columns, rows }),
      region: new LiveRegion({ columns, leavesCursorLine: true }),
    }),
  ],
  [
    'a terminal that wraps all lines anew',
    ([columns, rows]: Size) => ({
      screen: new ReflowingScreen({ columns, rows }),
      region: new LiveRegion({ columns, leavesCursorLine: false }),
    }),
  ],
] as const;

// Without a size, `fast-check` draws lines of some ten characters, which no terminal wraps.
const wide = fc
  .array(fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 79, size: 'max' }), {
    minLength: 1,
    maxLength: 9,
  })
  .chain((rows) =>
    fc
      .option(fc.record({ row: fc.nat(rows.length - 1), column: fc.nat(79) }), { nil: undefined })
      .map((cursor): Frame => {
        if (cursor === undefined) return { rows };
        return {
          rows,
          cursor: { ...cursor, column: Math.min(cursor.column, rows[cursor.row]?.length ?? 0) },
        };
      }),
  );

const step = fc.record({
  text: fc.option(fc.string({ unit: fc.constantFrom('x', 'y'), minLength: 1, maxLength: 100, size: 'max' }), {
    nil: undefined,
  }),
  frame: wide,
  sizes: fc.array(fc.constantFrom(...SIZES), { maxLength: 2 }),
});

describe('LiveRegion', () => {
  test('leaves above it all that was printed and below it the last frame, whatever came before', async () => {
    const step = fc.record({ text: fc.option(row, { nil: undefined }), frame });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const screen = new Screen({ columns: COLUMNS, rows: 8 });
        const region = new LiveRegion({ columns: COLUMNS, leavesCursorLine: false });
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
    const region = new LiveRegion({ columns: COLUMNS, leavesCursorLine: false });
    await screen.write(region.draw({ rows: ['busy'] }));
    await screen.write(region.print('[y]es ', { rows: ['busy'] }));
    expect(screen.lines).toEqual(['[y]es']);
    await screen.write(region.draw({ rows: ['still busy'] }));
    expect(screen.lines).toEqual(['[y]es']);
    await screen.write(region.print('y\n', { rows: ['busy again'] }));
    expect(screen.lines).toEqual(['[y]es y', 'busy again']);
  });

  test('writes only the rows that are other than before', () => {
    const region = new LiveRegion({ columns: COLUMNS, leavesCursorLine: false });
    region.draw({ rows: ['one', 'two', 'three'] });
    expect(region.draw({ rows: ['one', 'two', 'three'] })).toBe('');
    const written = region.draw({ rows: ['one', 'TWO', 'three'] });
    expect(written).toContain('TWO');
    expect(written).not.toMatch(/one|three/);
  });

  test.each(TERMINALS)('leaves each line once on %s, whatever sizes it gets', async (_name, make) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.boolean(), async (steps, isCleared) => {
        let size: Size = SIZES[0];
        let isResized = false;
        const adapt = (): string => {
          const erased = isResized ? region.resize(size[0]) : '';
          isResized = false;
          return erased;
        };
        const { screen, region } = make(size);
        // Also back to the size for which the rows were drawn: a terminal that was narrower in between has moved them.
        const resize = (next: Size): void => {
          size = next;
          isResized = true;
          screen.resize(...size);
        };
        // Older output above, and the screen as after Ctrl-L in a shell: the cursor is at the top.
        await screen.write('old\n'.repeat(isCleared ? 30 : 10));
        if (isCleared) await screen.write('\u001b[24A\r\u001b[J');
        const printed = [...screen.unwrapped];
        for (const one of steps) {
          one.sizes.forEach(resize);
          const [columns, rows] = size;
          if (!region.fits(columns, rows)) continue;
          const next = fitFrame(one.frame, { columns, rows: maxLiveRows(rows) });
          await screen.write(
            adapt() + (one.text === undefined ? region.draw(next) : region.print(`${one.text}\r\n`, next)),
          );
          if (one.text !== undefined) printed.push(one.text);
        }
        // A window that was too small for a moment.
        if (!region.fits(...size)) resize(SIZES[0]);
        await screen.write(adapt() + region.clear());
        expect(screen.unwrapped).toEqual(printed);
      }),
      { numRuns: 300 },
    );
  });

  test.each(TERMINALS)('leaves nothing behind on %s that gets narrower', async (_name, make) => {
    const { screen, region } = make([20, 10]);
    await screen.write(
      region.print('printed\r\n', { rows: ['a'.repeat(18), 'b'.repeat(18)], cursor: { row: 1, column: 2 } }),
    );
    screen.resize(10);
    await screen.write(region.resize(10) + region.draw({ rows: ['new'] }));
    expect(screen.unwrapped).toEqual(['printed', 'new']);
  });

  test('writes again what was printed of the last line after another program had the terminal', async () => {
    const screen = new Screen();
    const region = new LiveRegion({ columns: 80, leavesCursorLine: false });
    await screen.write(region.print('Sure?\n[y]es ', NO_FRAME) + region.print('[n]o › ', NO_FRAME));
    await screen.write(region.clear());
    await screen.write('\nStopped\n$ fg\n');
    await screen.write(region.restart() + region.draw({ rows: ['busy'] }));
    expect(screen.lines).toEqual(['Sure?', '[y]es [n]o ›', 'Stopped', '$ fg', '[y]es [n]o ›']);
    await screen.write(region.print('y\n', { rows: ['busy'] }));
    expect(screen.lines.slice(-2)).toEqual(['[y]es [n]o › y', 'busy']);
  });
});
