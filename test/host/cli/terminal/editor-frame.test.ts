import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawEditor } from '../../../../src/host/cli/terminal/editor-frame.js';
import { widthOf } from '../../../../src/host/cli/terminal/text-width.js';

const LOOK = { prompt: '› ', indent: '  ', columns: 12, maxRows: 4 };

describe('drawEditor', () => {
  test('wraps what is too wide and puts the cursor where it is', () => {
    const text = 'one two three\nfour';
    expect(drawEditor({ text, cursor: 11 }, LOOK)).toEqual({
      rows: ['› one two t', '  hree', '  four'],
      cursor: { row: 1, column: 4 },
    });
  });

  test('draws the rows around the cursor where there are too many', () => {
    const text = 'a\nb\nc\nd\ne\nf';
    expect(drawEditor({ text, cursor: 6 }, LOOK)).toEqual({
      rows: ['  b', '  c', '  d', '  e'],
      cursor: { row: 2, column: 2 },
    });
  });

  test('has the cursor on the screen and no row that is wider, whatever the text', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\t', '語', '👍', 'e\u0301'),
      maxLength: 60,
    });
    const place = texts.chain((text) => fc.record({ text: fc.constant(text), cursor: fc.nat(text.length) }));
    fc.assert(
      fc.property(place, fc.integer({ min: 6, max: 30 }), (buffer, columns) => {
        const { rows, cursor } = drawEditor(buffer, { ...LOOK, columns });
        expect(rows.length).toBeLessThanOrEqual(LOOK.maxRows);
        for (const row of rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
        expect(rows[cursor?.row ?? -1]).toBeDefined();
        expect(cursor?.column).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
