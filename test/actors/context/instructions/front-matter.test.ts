import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCommandName } from '../../../../src/actors/context/instructions/command-name.js';
import { listFoldersAbove } from '../../../../src/actors/context/instructions/folders-above.js';
import { readCommandFile } from '../../../../src/actors/context/instructions/read-command-file.js';
import { readFrontMatter } from '../../../../src/actors/context/instructions/front-matter.js';
import { readSkillFile } from '../../../../src/actors/context/instructions/read-skill-file.js';

describe('front matter', () => {
  test.each([
    ['---\nname: x\n---\nText', { fields: { name: 'x' }, body: 'Text' }],
    ['---\nname: x\n---', { fields: { name: 'x' }, body: '' }],
    ['---\n---\n\nText', { fields: {}, body: 'Text' }],
    ['No fields', { fields: {}, body: 'No fields' }],
    ['---\nnever ends', { fields: {}, body: '---\nnever ends' }],
    ['# Title\n---\na: b\n---\n', { fields: {}, body: '# Title\n---\na: b\n---\n' }],
  ])('of %j is read', (text, expected) => {
    expect(readFrontMatter(text)).toEqual(expected);
  });

  test.each([
    ['a list', '---\n- a\n---\nText'],
    ['no YAML', '---\na: [b\n---\nText'],
    ['aliases', '---\na: &a [x, x]\nb: [*a, *a]\n---\nText'],
    ['a bomb', '---\na: &a [x]\nb: &b [*a,*a]\n---\nText'],
    ['too long', `---\na: ${'x'.repeat(20_000)}\n---\nText`],
  ])('that is %s is a problem, and the text counts', (_, text) => {
    const { fields, body, problem } = readFrontMatter(text);
    expect({ fields, body }).toEqual({ fields: {}, body: 'Text' });
    expect(problem).toMatch(/^Its front matter .*\.$/s);
  });

  test('never fails, whatever stands there', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('ab:-[]{}&*!|>\'"\n \t#%@`,?')) }),
        (yaml) => {
          const text = `---\n${yaml}\n---\nText`;
          expect(readFrontMatter(text).body.endsWith('Text')).toBe(true);
          expect(typeof readCommandFile(text).description).toBe('string');
          readSkillFile(text, 'x');
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('a command file has what its front matter says, and what is wrong with it is a problem', () => {
  expect(
    readCommandFile(
      '---\ndescription: Reviews\nargument-hint: [file]\nmode: gather\nmodel: openai/x\n---\nReview $1',
    ),
  ).toEqual({
    description: 'Reviews',
    argumentHint: '[file]',
    mode: 'gather',
    model: 'openai/x',
    body: 'Review $1',
  });
  expect(readCommandFile('# Review\nthe file')).toEqual({
    description: 'Review',
    body: '# Review\nthe file',
  });
  expect(readCommandFile('---\nmode: root\n---\nGo').problem).toBe(
    'Its mode must be one of ask, gather, plan, agent, got "root".',
  );
});

test('a skill needs a description, and a name that a model can copy', () => {
  expect(readSkillFile('---\ndescription: >\n  Makes\n  slides.\n---\n', 'slides')).toEqual({
    name: 'slides',
    description: 'Makes slides.',
  });
  for (const [text, folder] of [
    ['no front matter', 'x'],
    ['---\nname: x\n---\n', 'x'],
    ['---\ndescription: 12\n---\n', 'x'],
    ['---\ndescription: A\n---\n', 'a b'],
    ['---\nname: "a\\nb"\ndescription: A\n---\n', 'x'],
    [`---\ndescription: ${'x'.repeat(1_100)}\n---\n`, 'x'],
  ] as const)
    expect(readSkillFile(text, folder)).toMatch(/^is no skill: /);
});

test('a command has the name of its file behind those of its folders', () => {
  expect(
    ['fix.md', 'git/review.MD', 'a/b/c.md', 'a b.md', 'x.txt', '.md', 'a/../b.md'].map(toCommandName),
  ).toEqual(['fix', 'git:review', 'a:b:c', undefined, undefined, undefined, undefined]);
});

test('the folders above a path are nearest first, and those of dependencies are not among them', () => {
  expect(listFoldersAbove('a/b/c.ts')).toEqual(['a/b/c.ts', 'a/b', 'a']);
  expect(listFoldersAbove('')).toEqual([]);
  expect(listFoldersAbove('a/node_modules/b/c.ts')).toEqual(['a']);
});
