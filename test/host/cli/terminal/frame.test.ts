import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitFrame, type Frame } from '../../../../src/host/cli/terminal/frame.js';
import { widthOf } from '../../../../src/host/cli/terminal/text-width.js';

test('a frame has room on any screen, with its cursor', () => {
  const frame = fc
    .array(fc.string({ unit: fc.constantFrom('a', '語', ' '), maxLength: 30 }), {
      minLength: 1,
      maxLength: 12,
    })
    .chain((rows) =>
      fc
        .option(fc.record({ row: fc.nat(rows.length - 1), column: fc.nat(60) }), { nil: undefined })
        .map((cursor): Frame => (cursor === undefined ? { rows } : { rows, cursor })),
    );
  fc.assert(
    fc.property(frame, fc.nat(40), fc.nat(14), (whole, columns, rows) => {
      const fitted = fitFrame(whole, { columns, rows });
      expect(fitted.rows.length).toBeLessThanOrEqual(Math.max(1, rows));
      for (const row of fitted.rows) expect(widthOf(row)).toBeLessThan(columns);
      if (fitted.cursor === undefined) return;
      expect(fitted.cursor.column).toBeLessThan(columns);
      expect(fitted.rows[fitted.cursor.row]).toBeDefined();
    }),
  );
});

test('a frame that has room is as it was', () => {
  const frame: Frame = { rows: ['a', '', 'bc'], cursor: { row: 2, column: 1 } };
  expect(fitFrame(frame, { columns: 80, rows: 24 })).toEqual(frame);
});

test('the end of a frame is kept without a cursor, and the rows around it with one', () => {
  const rows = ['a', 'b', 'c', 'd'];
  expect(fitFrame({ rows }, { columns: 80, rows: 2 })).toEqual({ rows: ['c', 'd'] });
  expect(fitFrame({ rows, cursor: { row: 1, column: 0 } }, { columns: 80, rows: 2 })).toEqual({
    rows: ['b', 'c'],
    cursor: { row: 0, column: 0 },
  });
});
