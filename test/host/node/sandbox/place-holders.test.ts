import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { holdPlace } from '../../../../src/host/node/sandbox/repository/place-holders.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
let place: string;
beforeEach(() => {
  dir = makeTempDir();
  place = join(dir, '.git');
});
afterEach(() => {
  removeTempDir(dir);
});

test('a place is there until the last of its users has released it', () => {
  const [first, second] = [holdPlace(place), holdPlace(place)];
  first?.();
  expect(existsSync(place)).toBe(true);
  second?.();
  expect(existsSync(place)).toBe(false);
});

test('a place that a killed program has left is taken over, and removed', () => {
  mkdirSync(place);
  const release = holdPlace(place);
  release?.();
  expect(existsSync(place)).toBe(false);
});

test('what is no empty folder is left alone', () => {
  mkdirSync(place);
  writeFileSync(join(place, 'HEAD'), '');
  expect(holdPlace(place)).toBeUndefined();
  expect(existsSync(place)).toBe(true);
});
