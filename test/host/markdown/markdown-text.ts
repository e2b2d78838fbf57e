import fc from 'fast-check';

const LINES = [
  'Some words',
  'more words, *some* of them **strong**',
  '# Title',
  '## ',
  '- item',
  '* other',
  '  continued',
  '    indented',
  '1. one',
  '2. two',
  '2) two',
  '- [ ] task',
  '> quoted',
  '> - both',
  '```ts',
  '```',
  '~~~',
  'const a = `b`;',
  '| a | b |',
  '| - | :-: |',
  '| 1 | 2 |',
  '---',
  '===',
  '<div>',
  '</div>',
  '<!-- a',
  '-->',
  '<b>bold</b>',
  '[text](https://example.com)',
  '![image](https://example.com/a.png)',
  '[text][ref]',
  'https://example.com',
  '\\*no\\*',
  '&amp; &#42;',
  '',
  '',
  ' ',
  '\t',
];

/** Markdown as it may come: lines that mean something, in any order, and now and then any text. */
export const markdownText = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...LINES), weight: 8 }, fc.string({ maxLength: 12 })), {
    maxLength: 14,
  })
  .map((lines) => lines.join('\n').replace(/\r/g, ''));

/** The same text in pieces, as a model sends it. */
export const pieces = (text: string): fc.Arbitrary<readonly string[]> =>
  fc
    .uniqueArray(fc.nat({ max: text.length }), { maxLength: 12 })
    .map((cuts) => [...cuts.sort((a, b) => a - b), text.length].map((cut) => text.slice(0, cut)));
