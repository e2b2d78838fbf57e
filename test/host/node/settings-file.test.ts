import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { readSettingsFile } from '../../../src/host/node/settings-file.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
});
afterEach(() => {
  removeTempDir(folder);
});

const read = () => readSettingsFile({ XDG_CONFIG_HOME: folder });

test('settings have their defaults where there is no file, and the web is off', async () => {
  expect(await read()).toEqual({ checkpoints: true, checkpointQuotaMb: 2048, webTools: false });
});

test('settings are what the file says', async () => {
  writeFiles(folder, { 'troupe/settings.json': '{ "webTools": true, "checkpoints": false, "later": 1 }' });
  expect(await read()).toEqual({ checkpoints: false, checkpointQuotaMb: 2048, webTools: true });
});

test.each([
  ['{ "webTools": "yes" }', '"webTools" must be true or false, got "yes"'],
  ['{ "checkpoints": 1 }', '"checkpoints" must be true or false, got 1'],
  ['{ "webTools": null }', '"webTools" must be true or false, got null'],
])('settings that are wrong are refused: %s', async (text, problem) => {
  writeFiles(folder, { 'troupe/settings.json': text });
  await expect(read()).rejects.toThrow(
    `The file of settings ${join(folder, 'troupe/settings.json')} has a wrong value: ${problem}.`,
  );
});
