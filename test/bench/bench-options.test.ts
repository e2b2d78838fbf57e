import { describe, expect, test } from 'vitest';
import { readOptions } from '../../bench/bench-options.js';

describe('options of a benchmark', () => {
  test('without any, a tree of the size that the goals were set on is made and kept', () => {
    expect(readOptions([])).toEqual({ files: 175_000, contentMb: 1400, keep: true });
  });

  test('--million makes a tree of which rules leave a million, --files says how many exactly', () => {
    expect(readOptions(['--million']).files).toBe(1_080_000);
    expect(readOptions(['--million', '--files', '10']).files).toBe(10);
  });

  test('a tree, rounds, bytes and --no-keep are taken as they are given', () => {
    expect(readOptions(['--tree', 'linux', '--rounds', '3', '--content-mb', '40', '--no-keep'])).toEqual({
      tree: 'linux',
      files: 175_000,
      rounds: 3,
      contentMb: 40,
      keep: false,
    });
  });

  test.each(['0', '-1', '1.5', 'many'])('--rounds=%s is refused by its name', (value) => {
    expect(() => readOptions([`--rounds=${value}`])).toThrow(`--rounds takes a whole number, got "${value}"`);
  });
});
