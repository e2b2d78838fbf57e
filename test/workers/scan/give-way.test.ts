import * as os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { canGiveWay, giveWay } from '../../../src/workers/scan/give-way.js';

vi.mock(import('node:os'), { spy: true });

beforeEach(() => {
  vi.mocked(os.getPriority).mockReturnValue(0);
  vi.mocked(os.setPriority).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe('giveWay', () => {
  it('lowers the priority', () => {
    giveWay();
    expect(vi.mocked(os.setPriority).mock.calls).toEqual([[os.constants.priority.PRIORITY_BELOW_NORMAL]]);
  });

  it('never raises the priority', () => {
    vi.mocked(os.getPriority).mockReturnValue(19);
    giveWay();
    expect(vi.mocked(os.setPriority).mock.calls).toEqual([[19]]);
  });

  it('goes on where it is forbidden', () => {
    vi.mocked(os.setPriority).mockImplementation(() => {
      throw new Error('EACCES');
    });
    expect(giveWay).not.toThrow();
  });
});

it.each([
  ['linux', true],
  ['darwin', false],
  ['win32', false],
] as const)('a thread on %s can give way by itself: %s', (platform, expected) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  expect(canGiveWay()).toBe(expected);
});
