import fc from 'fast-check';

const atom = fc.constantFrom(
  ...['a', 'b', 'c', 'ab', 'abc', 'é', 'x', ' ', '\\.', '\\(', '.', '\\w', '\\d', '\\s', '\\S', '\\W', '\\b', '^', '$'],
  ...['[ab]', '[^a]', '[a-c.]', '[\\s\\S]', '(?=a)', '(?!b)', '(?<=a)', '(?<!b)'],
);
const quantifier = fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{0,1}', '{1,}', '*?', '+?');
// An assertion cannot be repeated.
const term = fc
  .tuple(atom, quantifier)
  .map(([atom, quantifier]) => (/^(?:\^|\$|\\b|\(\?)/.test(atom) ? atom : atom + quantifier));
const sequence = fc.array(term, { minLength: 1, maxLength: 4 }).map((terms) => terms.join(''));
const group = fc
  .tuple(fc.constantFrom('(', '(?:'), sequence, fc.constantFrom('', '|'), sequence, quantifier)
  .map(([open, left, bar, right, quantifier]) => `${open}${left}${bar}${right})${quantifier}`);

/** Regular expressions of all shapes, valid in flag `u`, that match short texts of few letters now and then. */
export const regexSource: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 3, arbitrary: sequence }, { weight: 1, arbitrary: group }, { weight: 1, arbitrary: fc.constant('|') }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.join(''));
