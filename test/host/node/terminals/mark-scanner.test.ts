import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkScanner, type ScannedOutput } from '../../../../src/host/node/terminals/mark-scanner.js';

/** All that was found, texts that touch joined; what is held back at the end is lost with the terminal. */
function scan(pieces: readonly string[]): readonly ScannedOutput[] {
  const scanner = new MarkScanner('TOKEN');
  const found: ScannedOutput[] = [];
  for (const next of pieces.flatMap((piece) => scanner.push(piece))) {
    const last = found.at(-1);
    if (next.kind === 'text' && last?.kind === 'text')
      found.splice(-1, 1, { kind: 'text', text: last.text + next.text });
    else found.push(next);
  }
  return found;
}

test('marks are told apart from text', () => {
  expect(scan(['a\u001b]777;TOKEN;1;0\u0007b\u001b]777;TOKEN;2;130\u0007'])).toEqual([
    { kind: 'text', text: 'a' },
    { kind: 'mark', run: 1, exitCode: 0 },
    { kind: 'text', text: 'b' },
    { kind: 'mark', run: 2, exitCode: 130 },
  ]);
});

test.each([
  ['with another token', '\u001b]777;OTHER;1;0\u0007'],
  ['without a number', '\u001b]777;TOKEN;;0\u0007'],
  ['that never ends', `\u001b]777;TOKEN;1;${'0'.repeat(200)}`],
])('a mark %s is text', (_, text) => {
  expect(scan([text])).toEqual([{ kind: 'text', text }]);
});

test('what is found does not depend on the pieces the output comes in', () => {
  const anyOutput = fc
    .array(
      fc.constantFrom(
        '\u001b]777;TOKEN;1;0\u0007',
        '\u001b]777;TOKEN;',
        '\u001b',
        ']777;',
        'TOKEN;',
        '\u0007',
        'a',
        '12;3',
        '\n',
      ),
      { maxLength: 20 },
    )
    .map((parts) => `${parts.join('')}.`);
  fc.assert(
    fc.property(anyOutput, fc.array(fc.nat(100), { maxLength: 8 }), (raw, cuts) => {
      const at = [0, ...cuts.map((cut) => cut % (raw.length + 1)).sort((a, b) => a - b), raw.length];
      const pieces = at.slice(1).map((end, index) => raw.slice(at[index], end));
      expect(scan(pieces)).toEqual(scan([raw]));
    }),
    { numRuns: 5000 },
  );
});
