import { afterEach, describe, expect, it, vi } from 'vitest';
import { ActorLostError, AskTimeoutError, PatternSyntaxError } from '../../../src/actors/protocol/errors.js';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { ScanPool } from '../../../src/workers/pool/pool.js';
import type { ScanRequest } from '../../../src/workers/pool/run-scan.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { ONLY_GITIGNORE } from '../walk/scanned-tree.js';

// Plain JavaScript stands in for the scan threads here; the real ones are tested against the build.
let pool: ScanPool | undefined;
afterEach(async () => {
  await pool?.close();
});

function open(entry: string, clock?: FakeClock): ScanPool {
  pool = new ScanPool({
    threads: 2,
    entry: new URL(`./entries/${entry}.mjs`, import.meta.url),
    ...(clock === undefined ? {} : { clock }),
  });
  return pool;
}

/** The stand-ins do what the name of the directory says. */
function request(under: string, rest: Partial<ScanRequest> = {}): ScanRequest {
  return {
    root: import.meta.dirname as ScanRequest['root'],
    rules: ONLY_GITIGNORE,
    under: under as RelPath,
    ...rest,
  };
}

describe('ScanPool', () => {
  it('runs a scan on all its threads at once', async () => {
    // Each walker of the stand-in waits until there are two.
    expect(await open('walkers').scan(request('meet'))).toHaveLength(2);
  });

  it.runIf(process.platform === 'linux')('searches on threads that never gave way', async () => {
    const threads = open('walkers');
    const { root } = request('');
    const [statThread] = await threads.statDirectories({ root, directories: '' });
    const how = {
      pattern: 'x',
      isRegex: false,
      caseSensitive: true,
      include: [],
      contextLines: 0,
      maxMatches: 1,
    };
    const search = async (): Promise<void> => {
      for await (const batch of threads.grep({ root, paths: [['a' as RelPath]], ...how })) void batch;
    };
    const error: unknown = await search().catch((reason: unknown) => reason);
    expect(String(error)).toMatch(/searched by thread \d+/);
    expect(String(error)).not.toContain(`thread ${String(statThread)}`);
  });

  it('runs walkers on spare threads when its own wait for the disk', async () => {
    const clock = new FakeClock();
    const threads = open('walkers', clock);
    await threads.scan(request('meet'));
    const usage = process.resourceUsage();
    const blocks = vi.spyOn(process, 'resourceUsage').mockImplementation(() => {
      usage.voluntaryContextSwitches += 1_000_000;
      return usage;
    });
    // Each walker of the stand-in waits until there are three.
    let parts: readonly unknown[] | undefined;
    const scan = threads.scan(request('slow')).then((all) => (parts = all));
    while (parts === undefined) {
      clock.advance(1000);
      await new Promise(setImmediate);
    }
    await scan;
    blocks.mockRestore();
    expect(parts.length).toBeGreaterThan(2);
  });

  it('fails a scan whose thread ends, says why, and runs the next', async () => {
    const threads = open('walkers');
    await expect(threads.scan(request('exit'))).rejects.toThrow(ActorLostError);
    await expect(threads.scan(request('exit'))).rejects.toThrow(/exited with code: 3/);
    expect(await threads.scan(request('meet'))).toHaveLength(2);
  });

  it('keeps the class of an error that a job throws', async () => {
    await expect(open('walkers').scan(request('throw'))).rejects.toThrow(PatternSyntaxError);
  });

  it('kills a thread that does not stop when it is told, and runs the next scan', async () => {
    const threads = open('walkers');
    const controller = new AbortController();
    const scan = threads.scan(request('hang', { signal: controller.signal }));
    controller.abort(new Error('enough'));
    await expect(scan).rejects.toThrow('enough');
    expect(await threads.scan(request('meet'))).toHaveLength(2);
  });

  it('says so when its threads cannot start, every time it is asked', async () => {
    const threads = open('missing');
    await expect(threads.scan(request(''))).rejects.toThrow(/cannot start: .*missing\.mjs/);
    await expect(threads.scan(request(''))).rejects.toThrow(ActorLostError);
  });

  it('gives up when its threads do not answer', async () => {
    const clock = new FakeClock();
    const scan = open('never-ready', clock).scan(request(''));
    clock.advance(10_000);
    await expect(scan).rejects.toThrow(AskTimeoutError);
  });

  it('fails what runs when it is closed, and whatever comes later', async () => {
    const threads = open('walkers');
    await threads.scan(request('meet'));
    const scan = threads.scan(request('hang'));
    const lost = expect(scan).rejects.toThrow(
      new ActorLostError('The scan pool was closed.', { actor: 'scan pool' }),
    );
    await threads.close();
    await lost;
    await expect(threads.scan(request('meet'))).rejects.toThrow(ActorLostError);
    await threads.close();
  });
});
