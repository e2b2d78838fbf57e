import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VirtualRow, TurnWindow } from '../../../../../src/host/vscode/webview/state/turn-window.js';

const SCREEN_PX = 600;

/** The height of a turn, as a page would measure it. */
const heightOf = (turn: number): number => 40 + ((turn * 7919) % 900);

const sum = (from: number, to: number): number =>
  Array.from({ length: to - from }, (_, index) => heightOf(from + index)).reduce((all, one) => all + one, 0);

const drawnOf = (rows: readonly VirtualRow[]): readonly number[] =>
  rows.flatMap((row) => (row.kind === 'turn' ? [row.turn] : []));

/** A window over turns that have all been measured. */
function measured(first: number, end: number): TurnWindow {
  const window = new TurnWindow();
  window.setTurns(first, end);
  for (let turn = first; turn < end; turn++) window.measure(turn, heightOf(turn));
  return window;
}

type Move =
  | { readonly to: number }
  | { readonly end: true }
  | { readonly pin: number }
  | { readonly add: number };

const moves = fc.array(
  fc.oneof(
    fc.record({ to: fc.nat(500_000) }),
    fc.record({ end: fc.constant(true as const) }),
    fc.record({ pin: fc.nat(999) }),
    fc.record({ add: fc.integer({ min: 1, max: 3 }) }),
  ),
  { maxLength: 30 },
);

test('rows cover every turn once, in order, and are as high as the turns', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -50, max: 0 }),
      fc.nat(1_000),
      moves,
      (first, count, all: readonly Move[]) => {
        let end = first + count;
        const window = measured(first, end);
        for (const move of all) {
          if ('to' in move) window.moveTo(move.to, SCREEN_PX);
          else if ('pin' in move) window.pin(move.pin);
          else if ('add' in move) {
            for (let turn = end; turn < end + move.add; turn++) window.measure(turn, heightOf(turn));
            end += move.add;
            window.setTurns(first, end);
          } else window.moveToEnd(SCREEN_PX);
          let next = first;
          for (const row of window.rows)
            if (row.kind === 'turn') expect(row.turn).toBe(next++);
            else {
              expect([row.from, row.heightPx]).toEqual([next, sum(row.from, row.to)]);
              next = row.to;
            }
          expect(next).toBe(end);
        }
      },
    ),
  );
});

test('what is seen is drawn, with half a screen on either side', () => {
  fc.assert(
    fc.property(fc.nat(450_000), (topPx) => {
      const window = measured(0, 1_000);
      window.moveTo(topPx, SCREEN_PX);
      for (const turn of Array.from({ length: 1_000 }, (_, index) => index)) {
        const isNear =
          window.topOf(turn) < topPx + 1.5 * SCREEN_PX &&
          window.topOf(turn) + heightOf(turn) > topPx - 0.5 * SCREEN_PX;
        if (isNear) expect(window.isDrawn(turn)).toBe(true);
      }
    }),
  );
});

describe('a window', () => {
  test('draws a bounded number of turns, however many there are', () => {
    const count = (turns: number): number => {
      const window = new TurnWindow();
      window.setTurns(0, turns);
      for (let turn = 0; turn < turns; turn++) window.measure(turn, 40);
      window.moveToEnd(SCREEN_PX);
      return drawnOf(window.rows).length;
    };
    expect([count(10), count(1_000), count(100_000)]).toEqual([10, 38, 38]);
  });

  test('stays while what is seen moves less than its margin', () => {
    const window = measured(0, 1_000);
    window.moveTo(100_000, SCREEN_PX);
    const { rows } = window;
    expect([window.moveTo(100_300, SCREEN_PX), window.moveTo(99_700, SCREEN_PX)]).toEqual([false, false]);
    expect(window.rows).toBe(rows);
    expect(window.moveTo(103_000, SCREEN_PX)).toBe(true);
  });

  test('always draws the last turn, and those that the reader has touched', () => {
    const window = measured(0, 1_000);
    window.pin(500);
    window.moveTo(0, SCREEN_PX);
    expect(drawnOf(window.rows).slice(-2)).toEqual([500, 999]);
  });

  test('keeps the turns that were touched last', () => {
    const window = measured(0, 1_000);
    window.moveTo(0, SCREEN_PX);
    for (let turn = 500; turn < 600; turn++) window.pin(turn);
    expect(drawnOf(window.rows).filter((turn) => turn >= 500)).toEqual([
      ...Array.from({ length: 16 }, (_, index) => 584 + index),
      999,
    ]);
  });

  test('takes the average of what was measured for turns that were not', () => {
    const window = new TurnWindow();
    window.setTurns(0, 100);
    window.measure(99, 100);
    window.measure(98, 300);
    window.estimate();
    expect(window.topOf(98)).toBe(98 * 200);
  });

  test('keeps its turns when earlier ones arrive', () => {
    const window = measured(0, 100);
    window.moveTo(0, SCREEN_PX);
    const drawn = drawnOf(window.rows);
    window.setTurns(-900, 100);
    expect(drawnOf(window.rows)).toEqual(drawn);
    expect(window.rows[0]).toMatchObject({ kind: 'gap', from: -900, to: 0 });
  });
});
