import { expect, test } from 'vitest';
import { drawRanges } from '../../bench/draw-ranges.js';

const options = { unit: 'ms', explanation: 'median & spread' };

/** Where the dot of each row is, from left to right. */
const dots = (svg: string): number[] =>
  [...svg.matchAll(/<circle [^>]*cx="([\d.]+)"/g)].map(([, x]) => Number(x));

test('a plot places values by their logarithm', () => {
  const svg = drawRanges('Latency', {
    ...options,
    ranges: [1, 10, 100].map((middle) => ({ label: `${middle}`, low: 1, middle, high: 100, isOurs: false })),
  });
  const [left = 0, middle = 0, right = 0] = dots(svg);
  expect(middle - left).toBeCloseTo(right - middle, 0);
  expect(left).toBeLessThan(middle);
});

test('a plot of one value has a scale nevertheless', () => {
  const svg = drawRanges('Memory', {
    ...options,
    ranges: [{ label: 'a', low: 10, middle: 10, high: 10, isOurs: true }],
  });
  expect(dots(svg).every(Number.isFinite)).toBe(true);
  expect(svg).toContain('class="ours"');
});

test('a plot escapes what its labels and words hold', () => {
  const ranges = [{ label: '<script> & "co"', low: 1, middle: 2, high: 3, isOurs: false }];
  const svg = drawRanges('a < b', { ...options, ranges });
  expect(svg).not.toContain('<script>');
  expect(svg).toContain('&lt;script&gt; &amp; "co"');
  expect(svg).toContain('<title>a &lt; b</title>');
});
