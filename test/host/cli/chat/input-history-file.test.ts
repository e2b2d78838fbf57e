import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { InputHistoryFile } from '../../../../src/host/cli/chat/input-history-file.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

let dir: AbsPath;
let path: string;
beforeEach(() => {
  dir = makeTempDir();
  path = join(dir, 'state/history.jsonl');
});
afterEach(() => {
  removeTempDir(dir);
});

describe('InputHistoryFile', () => {
  test('keeps lines from one process to the next, in a file that only its owner can read', async () => {
    const file = new InputHistoryFile(path, []);
    await Promise.all([file.add('one'), file.add('two\nlines')]);
    expect(await new InputHistoryFile(path, []).load()).toEqual(['one', 'two\nlines']);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('shuts a file that others could read', async () => {
    const file = new InputHistoryFile(path, []);
    await file.add('one');
    writeFileSync(path, '"old"\n', { mode: 0o644 });
    await file.add('new');
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('does not grow without end, and passes over what is no line', async () => {
    const file = new InputHistoryFile(path, []);
    await file.add('first');
    const many = Array.from({ length: 2_500 }, (_, index) => JSON.stringify(`line ${index}`));
    writeFileSync(path, [...many, '{"torn', '7', ''].join('\n'));
    const lines = await file.load();
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([1_000, 'line 1500', 'line 2499']);
    expect(readFileSync(path, 'utf8').split('\n').filter(Boolean)).toHaveLength(1_000);
  });

  test.each([
    ['a question', true],
    [' begins with a blank', false],
    ['x'.repeat(10_001), false],
    ['my key is hunter22', false],
    ['use sk-0123456789abcdef', false],
    ['curl -H "Authorization: Bearer abcdefghijklmnop"', false],
  ])('%j is kept: %s', (line, isKept) => {
    expect(new InputHistoryFile(path, ['hunter22']).isKept(line)).toBe(isKept);
  });

  test('holds nothing where there is no file, and fails at nothing where none can be', async () => {
    writeFileSync(join(dir, 'state'), '');
    const file = new InputHistoryFile(path, []);
    await file.add('one');
    expect(await file.load()).toEqual([]);
  });
});
