import { expect, test } from 'vitest';
import { nameIn } from '../../../../src/host/cli/checkpoints/describe-jump.js';

test.each([
  ['/work/app/a/b.ts', 'a/b.ts'],
  ['/work/app/..cache/a', '..cache/a'],
  ['/work/app', '/work/app'],
  ['/work', '/work'],
  ['/work/apple/a', '/work/apple/a'],
  ['/elsewhere/a', '/elsewhere/a'],
])('nameIn calls %s %s', (path, name) => {
  expect(nameIn('/work/app', path)).toBe(name);
});
