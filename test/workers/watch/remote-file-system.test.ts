import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { findRemoteFileSystem, nameRemoteFileSystem } from '../../../src/workers/watch/remote-file-system.js';

const EXT4 = 0xef53;
const TMPFS = 0x01021994;

test.each([
  [0x6969, 'NFS'],
  [0xff534d42, 'SMB'],
  [0xff534d42 | 0, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0x65735546, 'FUSE'],
  [0x01021997, '9p'],
  [EXT4, undefined],
  [TMPFS, undefined],
  [0, undefined],
])('the file system of type %i is %s', (type, name) => {
  expect(nameRemoteFileSystem(type)).toBe(name);
});

test('the file system of a directory is remote when its type is', async () => {
  const { type } = await statfs(tmpdir());
  expect(await findRemoteFileSystem(tmpdir())).toBe(
    process.platform === 'linux' ? nameRemoteFileSystem(type) : undefined,
  );
});

test('the file system of a directory that is missing is not remote', async () => {
  expect(await findRemoteFileSystem('/there/is/no/such/directory')).toBeUndefined();
});
