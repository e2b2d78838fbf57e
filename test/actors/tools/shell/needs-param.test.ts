import { expect, test } from 'vitest';
import { needsParam, readNeeds } from '../../../../src/actors/tools/shell/needs-param.js';

test.each(['network', 'git', 'NPM_TOKEN', '_x', '~/.npmrc', '~/.config/gh/hosts.yml', '~/..a'])(
  'a command may need %s',
  (need) => {
    expect(needsParam.parse([need])).toEqual([need]);
  },
);

test.each([
  '',
  '~',
  '~/',
  '/etc/passwd',
  '~/../other',
  '~/a/../../b',
  '~/./a',
  '~//a',
  'A B',
  'A=1',
  '1A',
  '~/a\nb',
  '~/a\u202eb',
])('a command cannot need %j', (need) => {
  expect(needsParam.safeParse([need]).success).toBe(false);
});

test('needs become grants', () => {
  expect(readNeeds([])).toBeUndefined();
  expect(readNeeds(['network', 'TOKEN', 'git', '~/.npmrc'])).toEqual({
    hasNetwork: true,
    mayWriteRepository: true,
    reveals: ['TOKEN', '~/.npmrc'],
  });
});
