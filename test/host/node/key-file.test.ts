import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readKeyFile } from '../../../src/host/node/key-file.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-key-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

test('a key file that only its owner can read gives the key, without the line end', async () => {
  const path = join(dir, 'key');
  writeFileSync(path, 'secret\n', { mode: 0o600 });
  expect(await readKeyFile(path)).toBe('secret');
});

test('a key file that others can read is refused with the command that mends it', async () => {
  const path = join(dir, 'key');
  writeFileSync(path, 'secret');
  chmodSync(path, 0o644);
  await expect(readKeyFile(path)).rejects.toThrow(`can be read by others: run "chmod 600 ${path}" first.`);
});

test('a key file that is missing or empty is refused', async () => {
  await expect(readKeyFile(join(dir, 'none'))).rejects.toThrow('cannot be read (ENOENT)');
  const path = join(dir, 'empty');
  writeFileSync(path, ' \n', { mode: 0o600 });
  await expect(readKeyFile(path)).rejects.toThrow('is empty');
});
