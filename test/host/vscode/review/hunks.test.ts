import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import {
  type Changes,
  composeLines,
  findLineChanges,
  keepHunk,
  splitText,
} from '../../../../src/host/vscode/review/hunks.js';
import { locateHunks } from '../../../../src/host/vscode/review/locate-hunks.js';
import { rejectHunks, replaceLines, toCharacters } from '../../../../src/host/vscode/review/reject-hunks.js';

// Few different lines, so that texts repeat themselves and a hunk could be found in many places.
const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  }'), { minLength: 1, maxLength: 14 });
const texts = fc.record({ before: lines, after: lines });

function changesOf({ before, after }: { before: readonly string[]; after: readonly string[] }): Changes {
  return runToEnd(findLineChanges(before, after));
}

/** The text after one hunk was rejected in it. */
function reject(changes: Changes, current: readonly string[], hunk: number): readonly string[] {
  const located = runToEnd(locateHunks(changes, current));
  return replaceLines(
    current,
    rejectHunks(changes, located, (index) => index === hunk),
  );
}

describe('hunks', () => {
  test('are nothing and everything of a change', () => {
    fc.assert(
      fc.property(texts, (pair) => {
        const changes = changesOf(pair);
        expect(composeLines(changes, () => true)).toEqual(pair.after);
        expect(composeLines(changes, () => false)).toEqual(pair.before);
      }),
    );
  });

  test('that are all rejected, in any order, leave the text before', () => {
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.nat()), (pair, dice) => {
        const changes = changesOf(pair);
        const order = shuffle(changes.hunks.length, dice);
        const left = order.reduce(
          (text, hunk) => reject(changes, text, hunk),
          pair.after as readonly string[],
        );
        expect(left).toEqual(pair.before);
      }),
      { numRuns: 500 },
    );
  });

  test('some of which are rejected leave the text before with the others made', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (pair, isRejected) => {
        const changes = changesOf(pair);
        const located = runToEnd(locateHunks(changes, pair.after));
        const left = replaceLines(
          pair.after,
          rejectHunks(changes, located, (index) => isRejected[index] === true),
        );
        expect(left).toEqual(composeLines(changes, (index) => isRejected[index] !== true));
      }),
      { numRuns: 500 },
    );
  });

  test('that are all kept, in any order, leave nothing to review', () => {
    fc.assert(
      fc.property(texts, fc.infiniteStream(fc.nat()), (pair, dice) => {
        let changes = changesOf(pair);
        while (changes.hunks.length > 0)
          changes = keepHunk(changes, (dice.next().value as number) % changes.hunks.length);
        expect(changes.before).toEqual(pair.after);
      }),
    );
  });

  test('some of which are kept are the text before when the others are rejected', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (pair, die) => {
        const changes = changesOf(pair);
        if (changes.hunks.length === 0) return;
        const hunk = die % changes.hunks.length;
        const kept = keepHunk(changes, hunk);
        const located = runToEnd(locateHunks(kept, pair.after));
        const left = replaceLines(
          pair.after,
          rejectHunks(kept, located, () => true),
        );
        expect(left).toEqual(composeLines(changes, (index) => index === hunk));
      }),
      { numRuns: 500 },
    );
  });

  test('are found again in whatever of them was undone', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.boolean(), { minLength: 14, maxLength: 14 }), (pair, isUndone) => {
        const changes = changesOf(pair);
        const current = composeLines(changes, (index) => isUndone[index] !== true);
        const last = changes.hunks.map((_, index) => (isUndone[index] === true ? 'undone' : 'pending'));
        const located = runToEnd(locateHunks(changes, current, last));
        expect(located.map(({ state }) => state)).toEqual(last);
      }),
      { numRuns: 500 },
    );
  });

  test('keep what a person wrote elsewhere when all are rejected', () => {
    // Every line is different: where a person wrote is then certain.
    const before = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const after = before.with(4, 'four').toSpliced(12, 2).toSpliced(20, 0, 'new', 'newer');
    const changes = changesOf({ before, after });
    expect(changes.hunks).toHaveLength(3);
    for (const at of [0, 8, 17, 27, after.length]) {
      const current = after.toSpliced(at, 0, 'mine', 'also mine');
      const located = runToEnd(locateHunks(changes, current));
      expect(located.map(({ state }) => state)).toEqual(['pending', 'pending', 'pending']);
      const left = replaceLines(
        current,
        rejectHunks(changes, located, () => true),
      );
      expect(left.filter((line) => !line.endsWith('mine'))).toEqual(before);
      expect(left.filter((line) => line.endsWith('mine'))).toEqual(['mine', 'also mine']);
    }
  });

  test('whose lines a person has edited are changed, and the others are not', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const after = ['a', 'B', 'c', 'd', 'E1', 'E2', 'f', 'g', 'H'];
    const changes = changesOf({ before, after });
    const current = ['a', 'B', 'c', 'd', 'E1', 'mine', 'f', 'g', 'H'];
    const located = runToEnd(locateHunks(changes, current));
    expect(located.map(({ state }) => state)).toEqual(['pending', 'changed', 'pending']);
    const left = replaceLines(
      current,
      rejectHunks(changes, located, (_, { state }) => state === 'pending'),
    );
    expect(left).toEqual(['a', 'b', 'c', 'd', 'E1', 'mine', 'f', 'g', 'h']);
  });

  test('that were undone are pending again after Ctrl+Z, whatever else was typed', () => {
    const before = ['x', 'x', 'x', 'end', 'more'];
    const after = ['x', 'x', 'x', 'x', 'end', 'more'];
    const changes = changesOf({ before, after });
    const typed = ['x', 'x', 'x', 'end', 'mine', 'more'];
    const undone = runToEnd(locateHunks(changes, typed, ['undone']));
    expect(undone.map(({ state }) => state)).toEqual(['undone']);
    const back = runToEnd(locateHunks(changes, ['x', 'x', 'x', 'x', 'end', 'mine', 'more'], ['undone']));
    expect(back.map(({ state }) => state)).toEqual(['pending']);
  });

  test('of a text that is one line a thousand times are read without trying all the ways', () => {
    const before = Array.from({ length: 1_000 }, () => 'x');
    const after = before.flatMap((line, index) => (index % 10 === 0 ? [line, 'y'] : [line]));
    const changes = changesOf({ before, after });
    const located = runToEnd(locateHunks(changes, [...before, 'mine']));
    expect(located).toHaveLength(changes.hunks.length);
  });
});

describe('a replacement of lines', () => {
  test.for(['\n', '\r\n'])('is the same as one of characters, with line ends %j', (eol) => {
    fc.assert(
      fc.property(texts, fc.nat(), (pair, die) => {
        const changes = changesOf(pair);
        if (changes.hunks.length === 0) return;
        const hunk = die % changes.hunks.length;
        const located = runToEnd(locateHunks(changes, pair.after));
        const [replacement] = rejectHunks(changes, located, (index) => index === hunk);
        if (replacement === undefined) throw new Error('The hunk was not found.');
        const { start, end, text } = toCharacters(replacement, {
          lineCount: pair.after.length,
          lengthOf: (line) => pair.after[line]?.length ?? 0,
          eol,
        });
        const offset = ({ line, character }: { line: number; character: number }): number =>
          pair.after.slice(0, line).reduce((sum, { length }) => sum + length + eol.length, character);
        const whole = pair.after.join(eol);
        const edited = whole.slice(0, offset(start)) + text + whole.slice(offset(end));
        expect(edited).toBe(replaceLines(pair.after, [replacement]).join(eol));
      }),
      { numRuns: 500 },
    );
  });
});

test('a line end at the end of a text is followed by an empty line', () => {
  expect(splitText('a\r\nb\rc\n')).toEqual(['a', 'b', 'c', '']);
  expect(splitText('')).toEqual(['']);
});

function shuffle(count: number, dice: fc.Stream<number>): number[] {
  const left = Array.from({ length: count }, (_, index) => index);
  const order: number[] = [];
  while (left.length > 0) order.push(...left.splice((dice.next().value as number) % left.length, 1));
  return order;
}
