import * as fc from 'fast-check';

// Letters that have several other cases or none, are words to some and not to others, or are special to a regex.
const LETTERS = Array.from('abcABCkKsSxé日_19 .-(]{}&~^$#,/"');
// Means nothing where `(?x)` is on.
const SPACE = /^[\u0085\u00A0\u2028]$/;
const FAR_LETTERS = Array.from('ÉſKßẞσςΣĸ٣µμÿ😀ǅ\u0301\u200D\u00A0\u2028\u0085');

/** Text that a pattern may match, with bytes that are no UTF-8 in it. */
const anyPiece: fc.Arbitrary<Buffer> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .constantFrom(...LETTERS, ...FAR_LETTERS, 'ab', 'abc', 'foo')
      .map((text) => Buffer.from(text)),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        [0xff],
        [0xc3],
        [0xa9],
        [0xe6, 0x97],
        [0xf0, 0x9f, 0x98],
        [0xed, 0xa0, 0x80],
        [0xc0, 0x80],
      )
      .map((bytes) => Buffer.from(bytes)),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.from('\r')) },
);
const anyLine = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.array(anyPiece, { maxLength: 10, size: 'max' }).map((pieces) => Buffer.concat(pieces)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anyPiece, fc.integer({ min: 100, max: 3000 }), anyPiece)
      .map(([piece, count, last]) => Buffer.concat([...Array.from({ length: count }, () => piece), last])),
  },
);
const anyEnd = fc.constantFrom('\n', '\n', '\r\n').map((end) => Buffer.from(end));

/** Lines with ends of both kinds, the last one with or without. */
export const anyText: fc.Arbitrary<Buffer> = fc
  .tuple(fc.array(fc.tuple(anyLine, anyEnd), { minLength: 1, maxLength: 40, size: 'max' }), anyLine)
  .map(([lines, last]) => Buffer.concat([...lines.flat(), last]));

const literal = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LETTERS).map(escape) },
  { weight: 2, arbitrary: fc.constantFrom(...FAR_LETTERS).map(escape) },
  { weight: 1, arbitrary: fc.constantFrom(...LETTERS, ...FAR_LETTERS).chain(numbered) },
  { weight: 1, arbitrary: fc.constantFrom('ab', 'abc', 'foo') },
);
const property = fc.constantFrom(
  'L',
  'Lu',
  'Ll',
  'Lt',
  'N',
  'Nd',
  'P',
  'Punctuation',
  'Greek',
  'greek',
  'Han',
  'Latin',
  'sc=Grek',
  'Script=Latin',
  'scx:Han',
  'gc=Lu',
  'gc: ll',
  'Alphabetic',
  'Uppercase',
  'lowercase',
  'White_Space',
  'space',
  'isGreek',
  'Any',
  'ASCII',
  'Cased_Letter',
);
const shorthand = fc.oneof(
  fc.constantFrom(
    String.raw`\d`,
    String.raw`\D`,
    String.raw`\w`,
    String.raw`\W`,
    String.raw`\s`,
    String.raw`\S`,
  ),
  fc.tuple(fc.constantFrom('p', 'P'), property).map(([letter, name]) => `\\${letter}{${name}}`),
  fc.constantFrom(String.raw`\pL`, String.raw`\PN`),
);
const posix = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.constantFrom(
      'alnum',
      'alpha',
      'ascii',
      'blank',
      'cntrl',
      'digit',
      'graph',
      'lower',
      'print',
      'punct',
      'space',
      'upper',
      'word',
      'xdigit',
    ),
  )
  .map(([caret, name]) => `[:${caret}${name}:]`);
const classCharacter = fc.oneof(fc.constantFrom(...LETTERS, ...FAR_LETTERS).map(escapeInClass));
const range = fc
  .tuple(fc.constantFrom(...LETTERS, ...FAR_LETTERS), fc.constantFrom(...LETTERS, ...FAR_LETTERS))
  .map((ends) =>
    ends
      .toSorted((a, b) => (a.codePointAt(0) ?? 0) - (b.codePointAt(0) ?? 0))
      .map(escapeInClass)
      .join('-'),
  );

const { bracket } = fc.letrec<{ bracket: string; item: string; items: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: classCharacter },
    { weight: 3, arbitrary: range },
    { weight: 2, arbitrary: shorthand },
    { weight: 1, arbitrary: posix },
    { weight: 1, arbitrary: tie('bracket') },
  ),
  items: fc.array(tie('item'), { minLength: 1, maxLength: 3 }).map((items) => items.join('')),
  bracket: fc
    .tuple(
      fc.constantFrom('', '', '^', '-', '^-', ']', '^]'),
      tie('items'),
      fc.array(fc.tuple(fc.constantFrom('&&', '--', '~~'), tie('items')), {
        maxLength: 2,
        depthIdentifier: 'class',
      }),
    )
    .map(([start, items, operations]) => `[${start}${items}${operations.flat().join('')}]`),
}));

const assertion = fc.constantFrom(
  '^',
  '$',
  String.raw`\A`,
  String.raw`\z`,
  String.raw`\b`,
  String.raw`\B`,
  String.raw`\<`,
  String.raw`\>`,
  String.raw`\b{start}`,
  String.raw`\b{end}`,
  String.raw`\b{start-half}`,
  String.raw`\b{end-half}`,
  String.raw`(?-u:\b)`,
  '(?-m:^)',
  '(?-m:$)',
);
const ascii = fc.constantFrom(
  String.raw`(?-u:\w)`,
  String.raw`(?-u:\d)`,
  String.raw`(?-u:\s)`,
  '(?-u:[a-k_])',
  '(?i-u:k)',
  '(?i-u:[r-t])',
  '(?:(?i-u)s)',
  '(?-u:[[:upper:]])',
);
const repeat = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom('*', '+', '?'), fc.constantFrom('', '', '?', '*'))
      .map((parts) => parts.join('')),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{0}',
      '{1}',
      '{2}',
      '{0,1}',
      '{1,3}',
      '{2,}',
      '{0,}',
      '{ 1 , 2 }',
      '{2}?',
      '{1,2}{2}',
    ),
  },
);
const open = fc.constantFrom(
  '(',
  '(',
  '(?:',
  '(?P<NAME>',
  '(?<NAME>',
  '(?i:',
  '(?-i:',
  '(?s:',
  '(?U:',
  '(?im-s:',
  '(?u:',
  '(?R:',
);

const { alternatives } = fc.letrec<{ alternatives: string; sequence: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small' },
    { weight: 10, arbitrary: literal },
    { weight: 3, arbitrary: fc.constant('.') },
    { weight: 3, arbitrary: shorthand },
    { weight: 4, arbitrary: bracket },
    { weight: 3, arbitrary: assertion },
    { weight: 1, arbitrary: ascii },
    { weight: 3, arbitrary: fc.tuple(open, tie('alternatives')).map(([start, body]) => `${start}${body})`) },
  ),
  sequence: fc
    .array(
      fc.tuple(tie('atom'), repeat).map(([atom, count]) => atom + count),
      { minLength: 0, maxLength: 5 },
    )
    .map((parts) => parts.join('')),
  alternatives: fc
    .array(tie('sequence'), { minLength: 1, maxLength: 3, depthIdentifier: 'alternatives' })
    .map((branches) => branches.join('|')),
}));

/** Regular expressions in the syntax of Rust's `regex`, all of what a search understands of it. */
export const rustRegex: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom('', '', '', '', '(?i)', '(?x) ', '(?s)', '(?U)', '(?R)', '(?ix)'), alternatives)
  .map(([flags, body]) => numberNames(`${flags}${flags.includes('x') ? spread(body) : body}`));

function escape(char: string): string {
  if (SPACE.test(char)) return String.raw`\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
  return /[\\^$.*+?()[\]{}|#&~\- /,]/.test(char) ? `\\${char}` : char;
}

function escapeInClass(char: string): string {
  if (SPACE.test(char)) return escape(char);
  return /[\\^\]\-[&~ #]/.test(char) ? `\\${char}` : char;
}

function numbered(char: string): fc.Arbitrary<string> {
  const hex = (char.codePointAt(0) ?? 0).toString(16);
  const forms = [String.raw`\x{${hex}}`, String.raw`\u{${hex}}`, `\\U${hex.padStart(8, '0')}`];
  if (hex.length <= 4) forms.push(`\\u${hex.padStart(4, '0')}`);
  if (hex.length <= 2) forms.push(`\\x${hex.padStart(2, '0')}`);
  return fc.constantFrom(...forms);
}

/** White space that means nothing, where it is certain to. */
function spread(body: string): string {
  return body.replaceAll('|', ' | ').replaceAll(/(?<=\w)(?=\()/g, ' ');
}

function numberNames(pattern: string): string {
  let count = 0;
  return pattern.replaceAll('NAME', () => `n${String(count++)}`);
}
