import { expect, it } from 'vitest';
import { isLineSafe } from '../../../src/workers/scan/line-safe.js';

it.each(['foo', '^a.*b$', '\\bw+\\B', '[A-Z]{3,}\\d', '(?:a|b)+?c', '\\S\\.\\(', '(x)\\]', '[\\w--_]', ''])(
  'isLineSafe trusts /%s/ to keep to its line',
  (source) => {
    expect(isLineSafe(source)).toBe(true);
  },
);

const mayMatchLineEnds = [
  '\\s',
  '[^a]',
  '\\W',
  '\\D',
  '\\n',
  '\\x0a',
  '\\u000a',
  '\\p{L}',
  '\\P{L}',
  '\\cJ',
  '\n',
  '\t',
];
const mayLookFurther = ['(?=a)', '(?!a)', '(?<=a)', '(?<!a)', '(?<n>a)', '(a)\\1'];

it.each(mayMatchLineEnds.concat(mayLookFurther))('isLineSafe does not trust /%s/', (source) => {
  expect(isLineSafe(source)).toBe(false);
});
