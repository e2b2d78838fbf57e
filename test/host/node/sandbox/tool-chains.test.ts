import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { findToolChains } from '../../../../src/host/node/sandbox/mounts/tool-chains.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

let home: AbsPath;
beforeEach(() => {
  home = makeTempDir();
  writeFiles(home, {
    'tools/bin/run': '',
    '.config/gh/hosts.yml': 'secret',
    '.local/share/keyrings/login': '',
  });
});
afterEach(() => {
  removeTempDir(home);
});

test('commands see the folders of the home folder that are named as places of programs', () => {
  expect(findToolChains(home, { PATH: join(home, 'tools/bin') }).programs).toEqual([join(home, 'tools/bin')]);
});

test.each(['', '.config', '.local', '.local/share', '.cache', '.config/', '.local/share/', './.config'])(
  'commands do not see "%s", in which everybody keeps everything, though the PATH names it',
  (name) => {
    expect(findToolChains(home, { PATH: `${home}/${name}` }).programs).toEqual([]);
  },
);

test('with the root of the disk as the home folder, a PATH names nothing in it', () => {
  expect(findToolChains('/', { PATH: join(home, 'tools/bin') }).programs).not.toContain(
    join(home, 'tools/bin'),
  );
});
