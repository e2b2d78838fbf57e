import * as os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock(import('node:os'), { spy: true });

beforeEach(() => {
  // It remembers that it was called.
  vi.resetModules();
  vi.mocked(os.getPriority).mockReturnValue(0);
  vi.mocked(os.setPriority).mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

async function giveWayTwice(platform: NodeJS.Platform): Promise<void> {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  const { lowerPriority } = await import('../../../src/workers/pool/lower-priority.js');
  lowerPriority();
  lowerPriority();
}

describe('lowerPriority', () => {
  it('lowers the priority once, on Linux', async () => {
    await giveWayTwice('linux');
    expect(vi.mocked(os.setPriority).mock.calls).toEqual([[os.constants.priority.PRIORITY_BELOW_NORMAL]]);
  });

  it('never raises the priority', async () => {
    vi.mocked(os.getPriority).mockReturnValue(19);
    await giveWayTwice('linux');
    expect(vi.mocked(os.setPriority).mock.calls).toEqual([[19]]);
  });

  it('does nothing where the whole process would give way', async () => {
    await giveWayTwice('darwin');
    expect(os.setPriority).not.toHaveBeenCalled();
  });

  it('goes on where it is forbidden', async () => {
    vi.mocked(os.setPriority).mockImplementation(() => {
      throw new Error('EACCES');
    });
    await expect(giveWayTwice('linux')).resolves.toBeUndefined();
  });
});
