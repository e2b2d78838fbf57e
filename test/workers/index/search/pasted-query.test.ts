import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { readPastedQuery } from '../../../../src/workers/index/search/pasted-query.js';

const ROOT = '/home/dev/project' as AbsPath;

function read(query: string): unknown[] {
  const { text, place } = readPastedQuery(query, ROOT);
  return place === undefined
    ? [text]
    : [text, place.line, ...(place.column === undefined ? [] : [place.column])];
}

describe('readPastedQuery', () => {
  it.each<[string, ...unknown[]]>([
    ['src/main.ts', 'src/main.ts'],
    ['"src/main.ts"', 'src/main.ts'],
    ["'src/main.ts',", 'src/main.ts'],
    ['`src/main.ts`', 'src/main.ts'],
    ['<linux/main.h>', 'linux/main.h'],
    ['(src/main.ts:12:3)', 'src/main.ts', 12, 3],
    ['src/main.ts:12', 'src/main.ts', 12],
    ['src/main.ts:12:', 'src/main.ts', 12],
    ['src/main.ts:12:3', 'src/main.ts', 12, 3],
    ['src/main.ts:12-20', 'src/main.ts', 12],
    ['src/main.ts#L12', 'src/main.ts', 12],
    ['src/main.ts#L12C3-L14C1', 'src/main.ts', 12, 3],
    ['src/main.ts(12,3)', 'src/main.ts', 12, 3],
    ['src/main.ts (12)', 'src/main.ts', 12],
    ['src/main.ts, line 12, column 3', 'src/main.ts', 12, 3],
    ['`src/main.ts`:12', 'src/main.ts', 12],
    ['"src/main.ts:12"', 'src/main.ts', 12],
    ['File "/home/dev/project/src/main.py", line 12, in run', 'src/main.py', 12],
    ["import { run } from '../main.js';", '../main.js'],
    ['#include <linux/main.h>', 'linux/main.h'],
    ['/home/dev/project/src/main.ts', 'src/main.ts'],
    ['file:///home/dev/project/src/a%20b.ts#L7', 'src/a b.ts', 7],
    ['http://localhost:5173/src/main.ts?t=1:12:3', '/src/main.ts', 12, 3],
    ['https://example.org/o/r/blob/main/src/main.ts#L12-L20', '/o/r/blob/main/src/main.ts', 12],
    ['C:\\work\\main.ts:12', 'C:/work/main.ts', 12],
    // The place is still being typed.
    ['main.ts:', 'main.ts'],
    ['main.ts#', 'main.ts'],
    ['main.ts#L', 'main.ts'],
    ['main.ts(', 'main.ts'],
    ['main.ts:12:', 'main.ts', 12],
    // No line is the 0th.
    ['main.ts:0', 'main.ts'],
    // Nothing would be left.
    [':', ':'],
    ['"', '"'],
    ['', ''],
  ])('reads %j', (query, ...expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['main', []],
    ['main:3', ['main']],
    ['main.ts', ['main', 'ts']],
    ['src/main.ts', ['src', 'main.ts']],
    ['./main.js', ['main.js']],
    ['../../lib/main', ['lib', 'main']],
    ['@/lib/main', ['lib', 'main']],
    ['@scope/lib/main', ['@scope', 'lib', 'main']],
    ['~/lib/main', ['lib', 'main']],
    ['django.db.models', ['django', 'db', 'models']],
    ['..models', []],
    ['..models.query', ['models', 'query']],
    ['crate::lib::main', ['lib', 'main']],
    ['C:\\lib\\main', ['lib', 'main']],
    ['two words', []],
  ])('%j names %j', (query, segments) => {
    expect(readPastedQuery(query, ROOT).segments).toEqual(segments);
  });

  it('makes no text longer, and reads what it has made as it is', () => {
    const anyPiece = fc.constantFrom(
      '"',
      "'",
      '`',
      '(',
      ')',
      '<',
      '>',
      '[',
      ']',
      ':1',
      '#L',
      '/',
      ' ',
      'a',
      ', line 1',
    );
    fc.assert(
      fc.property(fc.array(anyPiece, { maxLength: 12 }), (pieces) => {
        const query = pieces.join('');
        const { text, isUnwrapped } = readPastedQuery(query, ROOT);
        expect(text.length).toBeLessThanOrEqual(query.length);
        if (!isUnwrapped) expect(text).toBe(query.trim().replaceAll(/\/+/g, '/'));
      }),
      { numRuns: 1000 },
    );
  });
});
