import { describe, expect, test } from 'vitest';
import type { ParsedEdit } from '../../../../../src/actors/tools/edit/parse/file-operation.js';
import { parsePatch } from '../../../../../src/actors/tools/edit/parse/parse-patch.js';

const parse = (text: string): ParsedEdit => parsePatch(text.split('\n'));

const PATCH = `*** Begin Patch
*** Update File: src/a.ts
*** Move to: src/b.ts
@@ class A
@@ run() {
 keep
-gone
+come

*** End of File
@@
-x
+y
*** Add File: c.ts
+one
+
*** Delete File: d.ts
*** End Patch
`;

describe('parsePatch', () => {
  test('reads what a patch does to each file', () => {
    expect(parse(PATCH)).toEqual({
      operations: [
        {
          kind: 'update',
          path: 'src/a.ts',
          moveTo: 'src/b.ts',
          blocks: [
            {
              anchors: ['class A', 'run() {'],
              original: ['keep', 'gone', ''],
              updated: ['keep', 'come', ''],
              isAtEnd: true,
              isWholeLines: true,
              unmarked: { original: [' keep', 'gone', ''], updated: [' keep', 'come', ''] },
            },
            { anchors: [], original: ['x'], updated: ['y'], isWholeLines: true },
          ],
        },
        { kind: 'add', path: 'c.ts', lines: ['one', ''] },
        { kind: 'delete', path: 'd.ts' },
      ],
      notes: [],
      problems: [],
    });
  });

  test('puts lines that only come behind their anchor', () => {
    const text = '*** Begin Patch\n*** Update File: a\n@@ def f():\n+    pass\n*** End Patch';
    expect(parse(text).operations).toEqual([
      {
        kind: 'update',
        path: 'a',
        blocks: [{ anchors: ['def f():'], original: [], updated: ['    pass'], isWholeLines: true }],
      },
    ]);
  });

  test.each([
    ['no end', '*** Begin Patch\n*** Delete File: a', 'The last line must be'],
    ['nothing in it', '*** Begin Patch\n*** End Patch', 'The patch changes no file.'],
    ['an unknown operation', '*** Begin Patch\n*** Rename File: a\n*** End Patch', 'Line 2 is'],
    [
      'a new line without its plus',
      '*** Begin Patch\n*** Add File: a\nx\n*** End Patch',
      'must begin with "+"',
    ],
    [
      'a header of no kind',
      '*** Begin Patch\n*** Update File: a\n@@\n-a\n*** x\n*** End Patch',
      'no such header',
    ],
    ['an update without a hunk', '*** Begin Patch\n*** Update File: a\n*** End Patch', 'has no hunk'],
  ])('refuses a patch with %s', (_, text, problem) => {
    const { operations, problems } = parse(text);
    expect({ operations, problem: problems[0] }).toEqual({
      operations: [],
      problem: expect.stringContaining(problem),
    });
  });
});
