import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEditFileTool, pathsOfEdit } from '../../../../src/actors/tools/files/edit-file.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ app: { 'a.ts': '', 'src/b.ts': 'beta\n' } });
});
afterEach(() => {
  world.dispose();
});

const at = (path: string): string => join(world.base, 'app', path);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const edit = (uri: string, text: string): Promise<string> =>
  observe(createEditFileTool(world.deps), { uri, search_replace_blocks: text }, world.context);
const block = (original: string, updated: string): string =>
  `<<<<<<< ORIGINAL\n${original}\n=======\n${updated === '' ? '' : `${updated}\n`}>>>>>>> UPDATED`;
const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

/** As another conversation finds it. */
function write(path: string, text: string): void {
  writeFileSync(at(path), text);
  world.context.reads?.delete(at(path));
}

/** What the file holds after an edit of it, and what the model reads. */
async function editing(before: string, text: string, path = 'a.ts'): Promise<[string, string]> {
  write(path, before);
  const told = await edit(path, text);
  return [read(path), told];
}

/** What the model reads of an edit that is refused; the file is as it was. */
async function refusing(before: string, text: string, path = 'a.ts'): Promise<string> {
  write(path, before);
  const { message } = (await errorOf(() => edit(path, text))) as Error;
  expect(read(path)).toBe(before);
  return message;
}

const CODE = 'function f() {\n    if (a) {\n        return x;\n    }\n}\n';
const BY_INDENTATION = 'Edited a.ts: 1 block applied (block 1 matched only when indentation is passed over).';

describe('an ORIGINAL of one line without its indentation', () => {
  test.each([
    ['two new lines', 'log();\nreturn y;', '        log();\n        return y;\n'],
    [
      'nested new lines',
      'if (b) {\n    return y;\n}',
      '        if (b) {\n            return y;\n        }\n',
    ],
    ['no new line', '', ''],
    [
      'new lines that have the indentation already',
      '        log();\n        return y;',
      '        log();\n        return y;\n',
    ],
    [
      'new lines of which only the first was trimmed',
      'log();\n        return y;',
      '        log();\n        return y;\n',
    ],
    [
      'a new line before a closing bracket',
      'if (b) {\n            y();\n        }',
      '        if (b) {\n            y();\n        }\n',
    ],
  ])('is a whole line: %s', async (_, updated, expected) => {
    expect(await editing(CODE, block('return x;', updated))).toEqual([
      CODE.replace('        return x;\n', expected),
      BY_INDENTATION,
    ]);
  });

  test('is refused where the depth of the new lines cannot be told', async () => {
    expect(await refusing(CODE, block('return x;', '    log();'))).toContain(
      'stands at line 3 with another indentation, and it cannot be told how deep the new lines are meant',
    );
    expect(await refusing('- a\n    - b\n', block('- b', '- c\n    - d'))).toContain('cannot be told');
  });

  test('is ambiguous where it is a part of another line as well', async () => {
    expect(await refusing('  go();\nif (a) go();\n', block('go();', 'stop();'))).toContain(
      'more than one place within lines: at lines 1, 2.',
    );
  });

  test('keeps the blanks behind a line that stays', async () => {
    expect(await editing('    a();  \n', block('a();', 'a();\nb();'))).toEqual([
      '    a();  \n    b();\n',
      BY_INDENTATION,
    ]);
  });
});

test('the first of two lines may be trimmed, in both parts or in the original alone', async () => {
  const before = 'if (a) {\n    one();\n    two();\n}\n';
  const after = 'if (a) {\n    one();\n    drei();\n}\n';
  expect(await editing(before, block('one();\n    two();', 'one();\n    drei();'))).toEqual([
    after,
    BY_INDENTATION,
  ]);
  expect(await editing(before, block('one();\n    two();', '    one();\n    drei();'))).toEqual([
    after,
    BY_INDENTATION,
  ]);
  expect(await editing(before, block('one();\n    two();', '#if 1\n    one();\n    two();'))).toEqual([
    'if (a) {\n#if 1\n    one();\n    two();\n}\n',
    BY_INDENTATION,
  ]);
});

describe('indentation', () => {
  test('in other steps than those of a file is refused also where nothing near it shows these', async () => {
    const list = Array.from({ length: 1_200 }, (_, index) => `                    item(${index}),`);
    const file = ['a = [', '    [', '        [', '            [', '                [', ...list, ''].join(
      '\n',
    );
    const inner = block(
      '          item(700),',
      '          if (x) {\n            y();\n          }\n          item(700),',
    );
    expect(await refusing(file, inner)).toContain('it cannot be told how deep the new lines are meant.');
  });

  test('of lines without a word is refused: a line between them may have been forgotten', async () => {
    const file = 'f() {\n    if (x) {\n        a();\n    }\n    return b;\n  }\n}\nlast();\n';
    expect(await refusing(file, block('      }\n    }', '      }'))).toBe(
      'a.ts was not changed: nothing was.\n' +
        'The ORIGINAL of block 1 has no words, and what is like it at lines 6 to 7 is indented otherwise. ' +
        'Add the lines before or behind that say which ones are meant, with the indentation that the file has.',
    );
  });

  test('that moves one depth and keeps another is refused: a bracket was forgotten', async () => {
    expect(await refusing(CODE, block('        return x;\n}', '        return y;\n}'))).toBe(
      'a.ts was not changed: nothing was.\n' +
        'The ORIGINAL of block 1 differs from lines 3 to 4 in its nesting: some lines are indented deeper than others by ' +
        'more or less than in the file ("-" is your ORIGINAL, "+" is the file):\n' +
        '         return x;\n-}\n+    }\nCopy the indentation from the file.',
    );
  });

  test.each([
    [
      'tabs for two blanks',
      'a {\n  b {\n    c\n  }\n}\n',
      '\tb {\n\t\tc',
      '\tb {\n\t\tc\n\t\t\td',
      'a {\n  b {\n    c\n      d\n  }\n}\n',
    ],
    [
      'a tab for three blanks, known from one line',
      'a {\n   b\n}\n',
      '\tb',
      '\tb\n\t\tc',
      'a {\n   b\n      c\n}\n',
    ],
    ['two blanks for a tab', 'a {\n\tb\n}\n', '  b', '  b\n    c', 'a {\n\tb\n\t\tc\n}\n'],
    [
      'four blanks for a tab, one level less',
      'a {\n\tb {\n\t\tc\n',
      'b {\n    c',
      'b {\n    c\n        d',
      'a {\n\tb {\n\t\tc\n\t\t\td\n',
    ],
    [
      'two blanks for four',
      'a {\n    b {\n        c\n    }\n}\n',
      'a {\n  b {\n    c',
      'a {\n  b {\n    c\n      d',
      'a {\n    b {\n        c\n            d\n    }\n}\n',
    ],
    [
      'tabs that a trimmed line does not show',
      'a {\n  b {\n    c\n',
      'b {',
      'b {\n\tx',
      'a {\n  b {\n    x\n    c\n',
    ],
    [
      'blanks that a trimmed line does not show',
      'a {\n\tb {\n\t\tc\n',
      'b {',
      'b {\n  x',
      'a {\n\tb {\n\t\tx\n\t\tc\n',
    ],
    ['less depth', 'a {\nb\n}\n', '    b', '    b\n      c', 'a {\nb\n  c\n}\n'],
  ])('of the new lines is that of the file: %s', async (_, before, original, updated, after) => {
    expect(await editing(before, block(original, updated))).toEqual([after, BY_INDENTATION]);
  });

  test.each([
    [
      'two steps at once, where half a block is missing',
      'a {\n  b {\n    c\n  }\n}\n',
      '\t\tc\n}',
      '\t\td\n}',
    ],
    ['twice as many blanks for one of two lines', 'a {\n  b\n}\n', '    b\n}', '    c\n}'],
    ['tabs and blanks without a rule', 'a {\n\tb\n    c\n', '  b\n  c', '  b\n  d'],
  ])('that has no rule is refused: %s', async (_, before, original, updated) => {
    expect(await refusing(before, block(original, updated))).toContain('in its nesting');
  });
});

describe('what @@ says', () => {
  const CLASSES = 'class A {\n  run() {\n    go();\n  }\n}\nclass B {\n  run() {\n    halt();\n  }\n}\n';
  const change = (...anchors: string[]): string =>
    patch(
      '*** Update File: a.ts',
      ...anchors.map((anchor) => `@@ ${anchor}`),
      '-    halt();',
      '+    stop();',
    );

  test('is refused when it is nowhere, with the nearest line', async () => {
    expect(await refusing(CLASSES, change('class BB {'))).toContain(
      'The line "class BB {", which block 1 names after @@, is not in the file, or not after the one before it. ' +
        'Line 6 is the nearest',
    );
  });

  test('is refused when the lines are not in what it begins', async () => {
    expect(await refusing(CLASSES, change('class A {'))).toContain(
      'The ORIGINAL of block 1 stands at line 8, but not in what "class A {" begins, as the block says.',
    );
    expect(
      await refusing('a\nb\nc\n', patch('*** Update File: a.ts', '@@', '-a', '+x', '*** End of File')),
    ).toContain('stands at line 1, but not at the end of the file');
  });

  test.each([
    ['a whole line', ['class B {', 'run() {']],
    ['a part of a line', ['class B']],
    ['a line that is there twice, of which only one has the lines', ['run() {']],
    ['the line before, which begins nothing', ['  run() {']],
    ['numbers that are made up', ['-90,3 +90,3 @@ class Z']],
  ])('decides as %s', async (_, anchors) => {
    const [after] = await editing(CLASSES, change(...anchors));
    expect(after).toBe(CLASSES.replace('halt', 'stop'));
  });

  test('is told of in what it begins, labels and all', async () => {
    const before =
      'int f(void)\n{\n    go();\nout:\n#if X\n    end();\n#endif\n}\nint g(void)\n{\n    end();\n}\n';
    const text = patch('*** Update File: a.ts', '@@ int f(void)', '-    end();', '+    stop();');
    expect((await editing(before, text))[0]).toBe(before.replace('end', 'stop'));
  });
});

describe('a placeholder that is new', () => {
  const BODY = 'function f() {\n  one();\n  two();\n  three();\n}\n';

  test.each([
    '  // ... existing code ...',
    '  // rest unchanged',
    '  # ... rest of the file',
    '  <!-- ... -->',
    '  /* ... */',
    '  …',
    '  ...',
    '  // …',
    '  {/* ... rest of the component ... */}',
    '  // (rest of methods ...)',
    '  -- ... remaining code stays the same',
    '  ... (rest of the function remains unchanged) ...',
    '  // The rest of the code remains the same.',
    '  // Existing implementation here',
    '  // [unchanged code]',
  ])('is refused: %s', async (line) => {
    const message = await refusing(BODY, block(BODY.trimEnd(), `function f() {\n  zero();\n${line}\n}`));
    expect(message).toContain(
      `The UPDATED of block 1 has ${JSON.stringify(line.trim())} for lines that are left out`,
    );
    expect(message).toContain('Write out all lines that are to stand there, or make smaller blocks');
  });

  test.each([
    ['a comment of dots where nothing goes', block('  two();', '  two();\n  // ...'), 'a.ts'],
    ['a statement of Python', block('  two();', '  ...'), 'a.py'],
    ['dots in a text', block('  two();', '  ...'), 'a.md'],
    ['a spread', block('  two();', '  ...rest,'), 'a.ts'],
    [
      'a comment that says something',
      block('  two();', '  // the rest of the arguments are options'),
      'a.ts',
    ],
  ])('is none: %s', async (_, text, path) => {
    expect((await editing(BODY, text, path))[1]).toContain('1 block applied');
  });

  test('is none where the lines that go have it', async () => {
    const before = 'a();\n// ... existing code ...\nb();\n';
    const text = block('a();\n// ... existing code ...', '// ... existing code ...\nc();');
    expect((await editing(before, text))[0]).toBe('// ... existing code ...\nc();\nb();\n');
  });

  test('in an ORIGINAL is named as what keeps it from being found', async () => {
    expect(await refusing(BODY, block('  one();\n  // ...\n  three();', '  x();'))).toContain(
      'Its line "// ..." stands for lines that are left out: write them, or make smaller blocks.',
    );
  });
});

describe('a patch as models write it', () => {
  const BEFORE = 'def f():\n    a = 1\n\n    b = 2\n';
  const AFTER = 'def f():\n    a = 1\n\n    b = 3\n';
  const NOTE = 'The text was read as it was meant: ';
  const hunk = ['@@', ' def f():', '     a = 1', ' ', '-    b = 2', '+    b = 3'];
  const update = ['*** Update File: a.ts', ...hunk];

  test.each([
    [
      'context that lacks its blank',
      patch('*** Update File: a.ts', '@@', 'def f():', '    a = 1', '', '-    b = 2', '+    b = 3'),
      '(block 1 was read with context that lacks the blank before it).\nThe text was read as it was meant: context lacked the blank that marks it.',
    ],
    [
      'context that lacks its blank and shows nothing of it',
      patch('*** Update File: a.ts', '@@', '    a = 1', '', '-    b = 2', '+    b = 3'),
      '(block 1 was read with context that lacks the blank before it).',
    ],
    [
      'blank lines at the ends of a hunk',
      patch('*** Update File: a.ts', '', '@@', '', '-    b = 2', '+    b = 3', '', ''),
      '(block 1 was read without the blank lines at its ends).',
    ],
    [
      'context that ends behind the final newline',
      patch(...update, ' ', '*** End of File'),
      '(block 1 was read without the blank lines at its ends).',
    ],
    [
      'no blank behind @@',
      patch('*** Update File: a.ts', '@@def f():', ...hunk.slice(2)),
      `${NOTE}headers were padded or spelled otherwise.`,
    ],
    [
      'padded headers',
      `  *** Begin Patch \n ***Update File:a.ts  \n${hunk.join('\n')}\n *** End Patch\n`,
      `${NOTE}headers were padded or spelled otherwise.`,
    ],
    ['padding before all lines', patch(...update).replaceAll(/^/gm, '   '), 'applied.'],
    [
      'a fence',
      `\`\`\`diff\n${patch(...update)}\n\`\`\`\n`,
      `${NOTE}what stands around the patch was passed over.`,
    ],
    [
      'a here-document',
      `apply_patch <<'EOF'\n${patch(...update)}\nEOF\n`,
      `${NOTE}what stands around the patch was passed over.`,
    ],
    ['a quoted path', patch('*** Update File: "a.ts"', ...hunk), `${NOTE}paths were quoted.`],
    [
      'no first line',
      `${update.join('\n')}\n*** End Patch`,
      `${NOTE}headers were padded or spelled otherwise.`,
    ],
    [
      'two sections for one file',
      patch(
        '*** Update File: a.ts',
        '@@',
        '-    a = 1',
        '+    a = 0',
        '*** Update File: ./a.ts',
        '@@',
        '-    b = 2',
        '+    b = 3',
      ).replace('a = 0', 'a = 1'),
      `2 blocks applied.\n${NOTE}sections for one file were joined.`,
    ],
    [
      'a unified diff',
      `--- a/a.ts\n+++ b/a.ts\n@@ -7,4 +7,4 @@ class Z\n${hunk.slice(1).join('\n')}\n`,
      `${NOTE}a unified diff was taken for a patch.`,
    ],
    [
      'a diff of git',
      `diff --git a/a.ts b/a.ts\nindex 1234567..89abcde 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,4 +1,4 @@\n${hunk.slice(1).join('\n')}\n`,
      `${NOTE}a unified diff was taken for a patch.`,
    ],
    [
      'hunks alone',
      `@@ -1,4 +1,4 @@\n${hunk.slice(1).join('\n')}\n`,
      `${NOTE}a unified diff was taken for a patch.`,
    ],
  ])('is applied with %s', async (_, text, told) => {
    expect(pathsOfEdit({ uri: 'a.ts', search_replace_blocks: text }).map((path) => join('.', path))).toEqual([
      'a.ts',
    ]);
    const [after, output] = await editing(BEFORE, text);
    expect(after).toBe(AFTER);
    expect(output).toContain(told);
  });

  test('puts lines that only come behind the line that it names, or to the end', async () => {
    expect(await editing(BEFORE, patch('*** Update File: a.ts', '@@ def f():', '+    z = 0', ''))).toEqual([
      BEFORE.replace('f():\n', 'f():\n    z = 0\n'),
      'Edited a.ts: 1 block applied (block 1 went behind the line that it names).',
    ]);
    expect(await editing(BEFORE.trimEnd(), patch('*** Update File: a.ts', '@@', '+', '+g()'))).toEqual([
      `${BEFORE}\ng()`,
      'Edited a.ts: 1 block applied (block 1 went to the end of the file).',
    ]);
    const inTheMiddle = patch('*** Update File: a.ts', '@@', '+g()', '@@', '-    b = 2', '+    b = 3');
    expect(await refusing(BEFORE, inTheMiddle)).toContain('The ORIGINAL of block 1 is empty');
    expect(await refusing('x\nx\n', patch('*** Update File: a.ts', '@@ x', '+y'))).toContain(
      'The line after @@ of block 1 matches more than one place when indentation is passed over: at lines 1, 2.',
    );
  });

  test('that deletes a file and adds it again rewrites it', async () => {
    const text = patch('*** Delete File: a.ts', '*** Add File: a.ts', '+new', '', '+end');
    expect(await editing('\uFEFFold\r\nlines\r\n', text)).toEqual([
      '\uFEFFnew\r\n\r\nend\r\n',
      `Rewrote a.ts.\n${NOTE}blank lines lacked their "+"; Delete and Add of one file replaced what it held.`,
    ]);
  });

  test.each([
    ['is added and deleted', ['*** Add File: n.ts', '+x', '*** Delete File: n.ts'], 'n.ts is named twice'],
    [
      'has two names',
      ['*** Update File: a.ts', ...hunk, '*** Update File: src/../a.ts', ...hunk],
      'a.ts is named twice, by different paths',
    ],
    ['has lines behind the end', [...update, '*** End Patch', '@@', '-x', '+y'], 'behind "*** End Patch"'],
  ])('is refused when a file %s', async (_, lines, problem) => {
    expect(await refusing(BEFORE, patch(...lines))).toContain(problem);
  });

  test('is refused as a diff that deletes other lines than the file has, or changes its last newline', async () => {
    const deletion = '--- a/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-def f():\n';
    expect(await refusing(BEFORE, deletion)).toContain('takes away other lines than it holds');
    const newline =
      '--- a/a.ts\n+++ b/a.ts\n@@ -4 +4 @@\n-    b = 2\n+    b = 2\n\\ No newline at end of file\n';
    expect(await refusing(BEFORE, newline)).toContain('changes whether the file ends with a newline');
  });

  test('adds, moves and deletes files as a diff of git says', async () => {
    write('a.ts', BEFORE);
    const text =
      'diff --git a/new.ts b/new.ts\nnew file mode 100644\n--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+one\n+\n' +
      'diff --git a/a.ts b/b.ts\nsimilarity index 90%\nrename from a.ts\nrename to b.ts\n--- a/a.ts\n+++ b/b.ts\n' +
      '@@ -4,1 +4,1 @@\n-    b = 2\n+    b = 3\n' +
      'diff --git a/src/b.ts b/src/b.ts\ndeleted file mode 100644\n--- a/src/b.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-beta\n';
    expect(pathsOfEdit({ uri: 'x', search_replace_blocks: text })).toEqual([
      'new.ts',
      'a.ts',
      'b.ts',
      'src/b.ts',
    ]);
    expect(await edit('a.ts', text)).toContain(
      'Created new.ts.\nMoved a.ts to b.ts: 1 block applied.\nDeleted src/b.ts.',
    );
    expect([read('new.ts'), read('b.ts')]).toEqual(['one\n\n', AFTER]);
  });
});

describe('blocks as models write them', () => {
  const BEFORE = 'a <b> "c"\n    d\ne\n';
  const OTHERWISE = 'The text was read as it was meant: markers were spelled otherwise.';

  test.each([
    ['------- SEARCH', '=======', '+++++++ REPLACE'],
    ['<<<<<<< SEARCH>', '=======', '>>>>>>> REPLACE>'],
    ['<<<<<<< ORIGINAL', '=====', '>>>>>>> UPDATED'],
    ['<<<<<<< ORIGINAL', '=======', '>>>>>>> UPDATED src/a.ts'],
    ['<<<<<<<< SEARCH', '=======', '>>>>>>> REPLACE'],
    ['<<<<<<< SEARCH', '=======', '>>>>>>> END'],
  ])('are read with the markers %s, %s and %s', async (opening, divider, closing) => {
    const text = `${opening}\n    d\n${divider}\n    D\n${closing}\n`;
    expect(await editing(BEFORE, text)).toEqual([
      BEFORE.replace('d', 'D'),
      `Edited a.ts: 1 block applied.\n${OTHERWISE}`,
    ]);
  });

  test('are refused where something else may be a marker', async () => {
    const text = '<<<<<<< ORIGINAL\n    d\n=====\n=======\n>>>>>>> x\n    D\n>>>>>>> UPDATED y\n';
    expect(await refusing(BEFORE, text)).toContain(
      'search_replace_blocks cannot be read, nothing was changed',
    );
  });

  test('are read without the lines that say where they begin', async () => {
    const text =
      '<<<<<<< SEARCH\n:start_line:2\n:end_line:2\n-------\n    d\n=======\n    D\n>>>>>>> REPLACE\n';
    expect(await editing(BEFORE, text)).toEqual([
      BEFORE.replace('d', 'D'),
      'Edited a.ts: 1 block applied.\nThe text was read as it was meant: ":start_line:" was passed over.',
    ]);
  });

  test.each([
    ['2 |     d\n3 | e', '2 |     D\n3 | e'],
    ['2|    d\n3|e', '2|    D\n3|e'],
    ['2:     d\n3: e', '    D\ne'],
    ['2:    d\n3:e', '2:    D\n3:e'],
    ['     2→    d\n     3→e', '     2→    D\n     3→e'],
    ['     2\t    d\n     3\te', '    D\ne'],
    ['L2:     d\nL3: e', 'L2:     D\nL3: e'],
    ['2|    d\n3|e', '    D\n3|e'],
  ])('are read without line numbers: %j', async (original, updated) => {
    expect(await editing(BEFORE, block(original, updated))).toEqual([
      BEFORE.replace('d', 'D'),
      'Edited a.ts: 1 block applied (block 1 was read without the line numbers before its lines).',
    ]);
  });

  test.each([
    ['numbers that are not consecutive', '2|    d\n4|e', '2|    D\n4|e'],
    ['a number that is that of another line', '404: e', '404: f'],
    ['new numbers beside lines without one', '2|    d\n3|e', '2|    D\n3|e\nf\n9|g'],
  ])('are refused with %s', async (_, original, updated) => {
    expect(await refusing(BEFORE, block(original, updated))).toContain('is not in the file');
  });

  test.each([
    [
      'backslashes',
      String.raw`a <b> \"c\"`,
      String.raw`a <b> \"C\"`,
      'without the backslashes before its quotes',
    ],
    [
      'entities',
      'a &lt;b&gt; &quot;c&quot;',
      'a &lt;b&gt; &quot;C&quot;',
      'with its entities as the signs that they name',
    ],
    ['fences', '```ts\na <b> "c"\n```', '```ts\na <b> "C"\n```', 'without the fences around its lines'],
    ['blank lines at both ends', '\na <b> "c"\n\n', '\na <b> "C"\n\n', 'without the blank lines at its ends'],
  ])('are read without %s', async (_, original, updated, how) => {
    expect(await editing(BEFORE, block(original, updated))).toEqual([
      BEFORE.replace('c', 'C'),
      `Edited a.ts: 1 block applied (block 1 was read ${how}).`,
    ]);
  });

  test('are refused where only some quotes have backslashes', async () => {
    expect(await refusing(BEFORE, block(String.raw`a <b> \"c\"`, String.raw`a <b> "C\""`))).toContain(
      'is not in the file',
    );
  });
});

describe('a file whose lines end with lone returns', () => {
  test('is changed by lines, and new ones end as the others do', async () => {
    expect((await editing('a\rb\rc\r', block('b', 'b\nB')))[0]).toBe('a\rb\rB\rc\r');
    expect((await editing('a\nb\rc\n', block('b\nc', 'b\nC')))[0]).toBe('a\nb\rC\n');
    expect(await refusing('a\nb\rc\nd\nd\n', block('d', 'x'))).toContain('at lines 3, 4.');
  });
});
