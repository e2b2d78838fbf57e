import { describe, expect, it } from 'vitest';
import { isExcludedDirectory } from '../../../src/workers/tree/exclude.js';

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
