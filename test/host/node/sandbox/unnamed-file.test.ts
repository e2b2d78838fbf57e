import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { openUnnamedFile } from '../../../../src/host/node/sandbox/unnamed-file.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  vi.unstubAllEnvs();
  removeTempDir(dir);
});

describe.skipIf(process.platform !== 'linux')('a file without a name', () => {
  test.each([
    ['is missing', (): string => join(dir, 'none')],
    ['is a file', (): string => join(dir, 'file')],
    ['is relative', (): string => 'none'],
    ['takes no file', (): string => '/proc'],
    ['is none', (): string => ''],
  ])('is made where TMPDIR %s', (what, folder) => {
    writeFileSync(join(dir, 'file'), '');
    vi.stubEnv('TMPDIR', folder());
    expect(readFileSync(openUnnamedFile(Buffer.from(what)), 'utf8')).toBe(what);
  });
});
