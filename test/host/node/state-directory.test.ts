import { expect, test } from 'vitest';
import { stateDirectory } from '../../../src/host/node/state-directory.js';

test.each<[platform: NodeJS.Platform, env: NodeJS.ProcessEnv, expected: string]>([
  ['linux', {}, '/home/me/.local/state/troupe'],
  ['linux', { XDG_STATE_HOME: '/state' }, '/state/troupe'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/me/.local/state/troupe'],
  ['darwin', { XDG_STATE_HOME: '/state' }, '/home/me/Library/Application Support/troupe'],
])('on %s with %j, state is kept where the system keeps it', (platform, env, expected) => {
  expect(stateDirectory(platform, env, '/home/me')).toBe(expected);
});
