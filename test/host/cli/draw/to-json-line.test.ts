import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toJsonLine } from '../../../../src/host/cli/draw/to-json-line.js';

test.each([
  ['ESC', 'a\u001b[31mb', 'a\\u001b[31mb'],
  ['CSI of C1', 'a\u009b31mb', 'a\\u009b31mb'],
  ['OSC of C1', '\u009d0;title\u009c', '\\u009d0;title\\u009c'],
  ['DEL', 'a\u007fb', 'a\\u007fb'],
  ['a bidirectional override', 'a\u202eb', 'a\\u202eb'],
  ['a bidirectional isolate', 'a\u2066b\u2069', 'a\\u2066b\\u2069'],
])('a JSON line has %s escaped', (_what, text, escaped) => {
  expect(toJsonLine({ text })).toBe(`{"text":"${escaped}"}`);
});

test('a JSON line is the same value, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = toJsonLine({ text });
      expect(JSON.parse(line)).toEqual({ text });
      expect(line).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
    }),
  );
});
