import { describe, expect, test } from 'vitest';
import { planEdit } from '../../../../src/actors/tools/edit/plan-edit.js';
import { parseBlocks } from '../../../../src/actors/tools/edit/parse/parse-blocks.js';
import { applySplices } from '../../../../src/actors/tools/edit/text/splice.js';
import { splitLines, splitModelLines } from '../../../../src/actors/tools/edit/text/text-lines.js';
import { runToEnd } from './run-to-end.js';

/** The text after the edit and the levels, or what was wrong. */
function edit(text: string, ...blocks: readonly (readonly [original: string, updated: string])[]): object {
  const lines = splitLines(text);
  const outcome = runToEnd(
    planEdit(
      lines,
      blocks.map(([original, updated]) => ({ original: toLines(original), updated: toLines(updated) })),
    ),
  );
  return outcome.isPossible
    ? { text: applySplices(lines, outcome.splices), levels: outcome.found.map(({ level }) => level) }
    : { problems: outcome.problems };
}

function toLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

function messageOf(text: string, original: string): string {
  const outcome = runToEnd(planEdit(splitLines(text), [{ original: toLines(original), updated: ['x'] }]));
  return outcome.isPossible ? '' : outcome.problems.map(({ message }) => message).join('\n');
}

describe('a place with another indentation is no place where the model may have overlooked lines elsewhere', () => {
  const file = (...between: readonly string[]): string =>
    [
      'if (a) {',
      '  run(1);',
      '}',
      'for (;;) {',
      '    if (a) {',
      ...between,
      '      run(1);',
      '    }',
      '}',
      '',
    ].join('\n');
  const sent = '    if (a) {\n      run(1);';

  test.each([
    ['a line', ['      check();']],
    ['three lines and a blank one', ['      check();', '', '      look();', '      see();']],
    ['a blank line', ['']],
  ])('%s between them', (_, between) => {
    expect(messageOf(file(...between), sent)).toBe(
      'The ORIGINAL of block 1 stands at line 1 with another indentation, and at line 5 as it is, with other lines ' +
        'between its lines. Write the lines that you left out, or the indentation that the file has.',
    );
  });

  test('nor is one of a text with escapes that should not be there', () => {
    const text = file('      check();').replaceAll('run(1)', 'run("a")');
    expect(messageOf(text, '    if (a) {\n      run(\\"a\\");')).toContain(
      'with other lines between its lines',
    );
  });

  test('but it is where they are too far apart, in another order, or not as they were sent', () => {
    const far = ['      one();', '      two();', '      three();', '      four();'];
    for (const [text, original] of [
      [file(...far), sent],
      [file('      check();').replace('    if (a) {\n', ''), sent],
      [file('      check();'), '     if (a) {\n       run(1);'],
    ] as const)
      expect(messageOf(text, original), original).toBe('');
  });
});

describe('a block is found at the strictest level that it matches at', () => {
  test('exactly', () => {
    expect(edit('a\nb\nc\n', ['b', 'B'])).toEqual({ text: 'a\nB\nc\n', levels: ['exact'] });
  });

  test('as part of a line, between words', () => {
    expect(edit('const total = sum(a, b);\n', ['sum(a', 'add(a'])).toEqual({
      text: 'const total = add(a, b);\n',
      levels: ['part of a line'],
    });
  });

  test('with other blanks at line ends: lines that stay keep theirs', () => {
    expect(edit('a  \nb\t\nc\n', ['a\nb\nc', 'a\nB\nc'])).toEqual({
      text: 'a  \nB\nc\n',
      levels: ['line ends'],
    });
  });

  test('with another indentation, which the new lines get', () => {
    expect(
      edit('class A {\n\tf() {\n\t\treturn 1;\n\t}\n}\n', [
        'f() {\n  return 1;\n}',
        'f() {\n  g();\n    h();\n  return 2;\n}',
      ]),
    ).toEqual({
      text: 'class A {\n\tf() {\n\t\tg();\n\t\t\th();\n\t\treturn 2;\n\t}\n}\n',
      levels: ['indentation'],
    });
  });

  test('with other blanks inside of lines', () => {
    expect(edit('x  =  1;\ny = 2;\n', ['x = 1;\ny = 2;', 'x = 1;\ny = 3;'])).toEqual({
      text: 'x  =  1;\ny = 3;\n',
      levels: ['whitespace'],
    });
  });

  test('with typographic signs for plain ones', () => {
    expect(edit('say(“it’s”);\nend\n', ['say("it\'s");\nend', 'say("it\'s");\nstop'])).toEqual({
      text: 'say(“it’s”);\nstop\n',
      levels: ['punctuation'],
    });
  });
});

describe('a block is refused', () => {
  test('when it is not there, with the nearest lines', () => {
    expect(messageOf('one\nfunction f() {\n  return 1;\n}\ntwo\n', 'function f() {\n  return 2;\n}')).toBe(
      'The ORIGINAL of block 1 is not in the file, not even when blanks, indentation and typographic signs are passed over. ' +
        'Lines 2 to 4 are the nearest ("-" is your ORIGINAL, "+" is the file):\n function f() {\n-  return 2;\n+  return 1;\n }',
    );
  });

  test('when nothing is like it', () => {
    expect(messageOf('one\ntwo\n', 'zzz qqq')).toContain(
      'Nothing in the file is similar to it: read the file again.',
    );
  });

  test('when it matches twice, with the lines', () => {
    expect(messageOf('a\nb\na\n', 'a')).toBe(
      'The ORIGINAL of block 1 matches more than one place: at lines 1, 3. Put lines around it into the block, so that it matches one.',
    );
  });

  test('when only a lenient level matches it, and that twice', () => {
    expect(messageOf('  a;\nb\n\ta;\n', '    a;')).toContain(
      'when indentation is passed over: at lines 1, 3.',
    );
  });

  test('when it begins or ends within a word', () => {
    expect(messageOf('return total;\n', 'return tot')).toContain('is not in the file');
  });

  test('when its nesting is not that of the file', () => {
    expect(messageOf('if (a)\n  b();\nc();\n', 'if (a)\n  b();\n  c();')).toBe(
      'The ORIGINAL of block 1 differs from lines 1 to 3 in its nesting: some lines are indented deeper than others by more ' +
        'or less than in the file ("-" is your ORIGINAL, "+" is the file):\n if (a)\n   b();\n-  c();\n+c();\n' +
        'Copy the indentation from the file.',
    );
  });

  test('when it is empty', () => {
    expect(messageOf('a\n', '')).toContain('is empty');
  });

  test('when it overlaps another, also around a third', () => {
    expect(edit('a\nb\nc\nd\n', ['a\nb\nc', 'x\nb\nc'], ['b', 'y'], ['c\nd', 'c\nz'])).toMatchObject({
      problems: [
        {
          block: 2,
          kind: 'overlap',
          message: 'The blocks 1 and 2 both change line 2: make one block of them.',
        },
        {
          block: 3,
          kind: 'overlap',
          message: 'The blocks 1 and 3 both change line 3: make one block of them.',
        },
      ],
    });
  });

  test('together with all others, of which the first problems are told', () => {
    expect(edit('a\nb\n', ['a', 'A'], ['x', 'X'], ['y', 'Y'])).toMatchObject({
      problems: [
        { block: 2, kind: 'not found' },
        { block: 3, kind: 'not found' },
      ],
    });
  });
});

test.each([
  ['behind it', '  end\n', 'f\n  end\n}\n\ng\n\nend\n\nh\n'],
  ['before it', '\n  end', 'f\n{\n  end\ng\n\nend\nh\n'],
  ['on both sides', '\n  end\n', 'f\n{\n  end\n}\ng\n\nend\n\nh\n'],
  ['of several lines', '  a\n  end\n', 'f\n  a\n  end\n}\n\ng\n\na\nend\n\nh\n'],
])(
  'a line that was forgotten %s does not move an edit to where the indentation is another',
  (_, original, text) => {
    expect(edit(text, [original, ''])).toMatchObject({ problems: [{ kind: 'ambiguous' }] });
  },
);

test.each([
  ['the first one is as deep as the file', '  new();\n    // Changed'],
  ['one behind a blank line is', '  new();\n\n    // Changed\n    more();'],
])('new lines of which %s and others as deep as the block are refused', (_, updated) => {
  expect(edit('class A {\n  // Old\n  f() {}\n}\n', ['    // Old\n    f() {}', updated])).toMatchObject({
    problems: [{ kind: 'unclear indentation' }],
  });
});

describe('line ends', () => {
  test('of new lines are those of their neighbours in a mixed file', () => {
    expect(edit('a\r\nb\r\nc\nd\n', ['b', 'b\nB'], ['d', 'D'])).toMatchObject({
      text: 'a\r\nb\r\nB\r\nc\nD\n',
    });
  });

  test('are not added where the file has none at its end', () => {
    expect(edit('a\nb', ['b', 'B\nC'])).toMatchObject({ text: 'a\nB\nC' });
    expect(edit('a\nb', ['b', 'b\nC'])).toMatchObject({ text: 'a\nb\nC' });
  });

  test('go with the lines that go', () => {
    expect(edit('a\r\nb\r\nc\r\n', ['b', ''])).toMatchObject({ text: 'a\r\nc\r\n' });
  });
});

test('the empty file takes one block whose original is empty', () => {
  expect(edit('', ['', 'a\nb'])).toMatchObject({ text: 'a\nb\n' });
});

test('anchors decide between equal places, as far as what they open reaches', () => {
  const text = 'class A\n  run()\n    go()\nclass B\n  run()\n    go()\n';
  const lines = splitLines(text);
  const block = { original: ['    go()'], updated: ['    stop()'] };
  const withAnchors = (...anchors: string[]): object => runToEnd(planEdit(lines, [{ ...block, anchors }]));
  expect(withAnchors()).toMatchObject({ isPossible: false });
  expect(withAnchors('class A')).toMatchObject({ splices: [{ start: { line: 2 } }] });
  expect(withAnchors('class B', 'run()')).toMatchObject({ splices: [{ start: { line: 5 } }] });
  expect(withAnchors('class C')).toMatchObject({ isPossible: false });
});

test('what git leaves in a conflict can be edited with longer markers', () => {
  const { blocks } = parseBlocks(
    splitModelLines(
      '<<<<<<<<< ORIGINAL\n<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n=========\nb\n>>>>>>>>> UPDATED\n',
    ),
  );
  expect(blocks).toEqual([
    { original: ['<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> other'], updated: ['b'] },
  ]);
});
