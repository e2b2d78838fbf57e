import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isExcludedDirectory, mayBeExcluded } from '../../../src/workers/tree/exclude.js';

describe('isExcludedDirectory', () => {
  it.each([
    '.git',
    '.vscode',
    'node_modules',
    'dist',
    'resources',
    'my-out',
    'build-tools',
    'a.build',
    'target',
  ])('is true of %j', (name) => expect(isExcludedDirectory(name)).toBe(true));

  it.each(['src', 'layout', 'rebuild', 'Build', 'outer', 'out_dir', 'builder', 'constructor', 'binary'])(
    'is false of %j',
    (name) => expect(isExcludedDirectory(name)).toBe(false),
  );
});

describe('mayBeExcluded', () => {
  it('is true of every name that is excluded', () => {
    const word = fc.constantFrom(
      'out',
      'build',
      'u',
      'b',
      '-',
      '_',
      ' ',
      'é',
      '.',
      'node_modules',
      'temp',
      'x',
    );
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const name = words.join('');
        const bytes = Buffer.from(`b${name}t`);
        fc.pre(isExcludedDirectory(name));
        expect(mayBeExcluded(bytes, 1, bytes.length - 1)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['src', 'modules', 'utils', 'b', 'u', 'distribution'])('is false of %j', (name) =>
    expect(mayBeExcluded(Buffer.from(name), 0, name.length)).toBe(false),
  );
});
