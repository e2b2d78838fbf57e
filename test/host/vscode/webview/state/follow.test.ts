import { expect, test } from 'vitest';
import { isFollowing } from '../../../../../src/host/vscode/webview/state/follow.js';

const box = (scrollTop: number) => ({ scrollTop, scrollHeight: 1_000, clientHeight: 200 });

test.each<[who: string, was: boolean, lastTop: number, top: number, is: boolean]>([
  ['is at the end', false, 0, 800, true],
  ['is a rounding away from the end', false, 0, 799.4, true],
  ['scrolls down to the end', false, 700, 800, true],
  ['scrolls up a little', true, 800, 790, false],
  ['scrolls down, and not to the end', false, 100, 200, false],
  ['saw the text grow', true, 700, 700, true],
  ['was pushed down while the text grew', true, 700, 720, true],
])('a reader who %s follows: %#', (_who, was, lastTop, top, is) => {
  expect(isFollowing(was, lastTop, box(top))).toBe(is);
});
