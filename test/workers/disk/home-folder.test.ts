import { beforeEach, expect, test, vi } from 'vitest';
import { findHomeFolder, homeFolder } from '../../../src/workers/disk/home-folder.js';

const system = vi.hoisted(() => ({ homedir: (): string => '', userInfo: () => ({ homedir: '' }) }));
vi.mock('node:os', async (load) => ({
  ...(await load<object>()),
  homedir: () => system.homedir(),
  userInfo: () => system.userInfo(),
}));

const unknown = (): never => {
  throw new Error('ENOENT: no such file or directory, uv_os_get_passwd');
};
beforeEach(() => {
  system.homedir = unknown;
  system.userInfo = unknown;
});

test.each([
  ['what HOME says', () => '/home/ann', unknown, '/home/ann'],
  ['that of the account where HOME is empty', () => '', () => ({ homedir: '/home/ann' }), '/home/ann'],
  ['that of the account where HOME is relative', () => 'ann', () => ({ homedir: '/home/ann' }), '/home/ann'],
])('the home folder is %s', (_what, homedir, userInfo, expected) => {
  Object.assign(system, { homedir, userInfo });
  expect([homeFolder(), findHomeFolder()]).toEqual([expected, expected]);
});

test.each([
  ['', unknown],
  ['relative', unknown],
  ['', () => ({ homedir: '' })],
])(
  'with HOME=%j and an account without one it is unknown, and the error says what to set',
  (home, userInfo) => {
    Object.assign(system, { homedir: () => home, userInfo });
    expect(findHomeFolder()).toBeUndefined();
    expect(homeFolder).toThrowError(/Set HOME to a folder that you can write to/);
  },
);
