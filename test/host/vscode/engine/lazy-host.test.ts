import { describe, expect, test } from 'vitest';
import { InvalidRootError } from '../../../../src/actors/protocol/errors.js';
import { type Deferred, deferred } from '../../../../src/actors/runtime/deferred.js';
import type { Host } from '../../../../src/host/api.js';
import { DEFAULT_CHECKPOINT_SETTINGS } from '../../../../src/host/node/checkpoints/checkpoint-settings.js';
import { type HostPlan, LazyHost } from '../../../../src/host/vscode/engine/lazy-host.js';
import { errorOf } from '../../../doubles/error-of.js';
import { settle } from '../../../doubles/settle.js';
import { FakeHost, rootStatus } from '../fake-host.js';

const planOf = (...roots: readonly string[]): HostPlan => ({
  roots,
  workspace: {},
  web: false,
  checkpoints: DEFAULT_CHECKPOINT_SETTINGS,
  instructions: false,
  runsServers: false,
});
const missingRoot = (root: string) => new InvalidRootError(`${root} is gone.`, { root, problem: 'missing' });

/** A lazy host over fakes; `plan` may be changed, and `hold` makes the next start wait. */
function makeLazyHost(first: HostPlan | undefined, missing: readonly string[] = []) {
  const wanted = { plan: first, missing: new Set(missing), isBusy: false };
  const made: FakeHost[] = [];
  const asked: (readonly string[])[] = [];
  const aliveAtStart: number[] = [];
  const problems: [what: string, error: unknown][] = [];
  let held: Deferred<void> | undefined;
  let changes = 0;
  const lazy = new LazyHost({
    plan: () => wanted.plan,
    isBusy: () => wanted.isBusy,
    async create({ roots }): Promise<Host> {
      asked.push(roots);
      aliveAtStart.push(made.filter(({ isDisposed }) => !isDisposed).length);
      await held?.promise;
      const gone = roots.find((root) => wanted.missing.has(root));
      if (gone !== undefined) throw missingRoot(gone);
      const fake = new FakeHost(roots);
      made.push(fake);
      return fake.host;
    },
    onChange: () => {
      changes += 1;
    },
    onProblem: (what, error) => problems.push([what, error]),
  });
  const hold = (): Deferred<void> => {
    held = deferred<void>();
    return held;
  };
  return { lazy, wanted, made, asked, aliveAtStart, problems, hold, changes: () => changes };
}

describe('a host', () => {
  test('is not made before it is needed, whatever changes', async () => {
    const { lazy, wanted, made } = makeLazyHost(planOf('/a'));
    lazy.refresh();
    wanted.plan = planOf('/b');
    lazy.refresh();
    await settle();
    expect([made, lazy.state]).toEqual([[], { status: 'closed' }]);
  });

  test('is made once for all who need it', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a'));
    const [one, two] = await Promise.all([lazy.open(), lazy.open()]);
    expect([one, await lazy.open()]).toEqual([two, two]);
    expect(made.map(({ host }) => host)).toEqual([one]);
  });

  test('that is busy stays, whatever changes but its folders, and makes way once it is not', async () => {
    const { lazy, wanted, made } = makeLazyHost(planOf('/a'));
    const first = await lazy.open();
    wanted.isBusy = true;
    for (const changed of [{ web: true }, { workspace: { useGitignore: false } }, { runsServers: true }]) {
      wanted.plan = { ...planOf('/a'), ...changed };
      lazy.refresh();
      expect(await lazy.open()).toBe(first);
    }
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([false]);
    wanted.isBusy = false;
    lazy.refresh();
    await lazy.open();
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
    wanted.isBusy = true;
    wanted.plan = planOf('/b');
    await lazy.open();
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, true, false]);
  });

  test('stays when nothing has changed', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a'));
    await lazy.open();
    lazy.refresh();
    await settle();
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([false]);
  });

  test('is disposed of before the next one is made, when what it is made of changes', async () => {
    const { lazy, wanted, made, asked, aliveAtStart } = makeLazyHost(planOf('/a'));
    await lazy.open();
    wanted.plan = planOf('/a', '/b');
    lazy.refresh();
    expect(await lazy.open()).toBe(made[1]?.host);
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true, false]);
    expect([asked, aliveAtStart]).toEqual([
      [['/a'], ['/a', '/b']],
      [0, 0],
    ]);
  });

  test('that was overtaken while it started is disposed of, and whoever waits gets the next', async () => {
    const { lazy, wanted, made, hold } = makeLazyHost(planOf('/a'));
    const held = hold();
    const opened = lazy.open();
    await settle();
    wanted.plan = planOf('/b');
    lazy.refresh();
    held.resolve();
    expect(await opened).toBe(made[1]?.host);
    expect(made.map(({ roots, isDisposed }) => [roots, isDisposed])).toEqual([
      [['/a'], true],
      [['/b'], false],
    ]);
    made[0]?.live('failed');
    expect(lazy.state).toMatchObject({ life: 'alive' });
  });

  test('whose start fails after it was overtaken fails nobody', async () => {
    const { lazy, wanted, made, hold } = makeLazyHost(planOf('/a'), ['/a']);
    const held = hold();
    const opened = lazy.open();
    await settle();
    wanted.plan = planOf('/b');
    lazy.refresh();
    held.resolve();
    expect(await opened).toBe(made[0]?.host);
    expect(lazy.state.status).toBe('open');
  });

  test('is not there when there is nothing to make it of, and is closed when that happens later', async () => {
    const { lazy, wanted, made } = makeLazyHost(undefined);
    expect(await lazy.open()).toBeUndefined();
    wanted.plan = planOf('/a');
    lazy.refresh();
    await settle();
    wanted.plan = undefined;
    expect(await lazy.open()).toBeUndefined();
    await settle();
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true]);
    expect(lazy.state).toEqual({ status: 'closed' });
  });

  test('that cannot be made says why, and is tried again when it is needed again', async () => {
    const { lazy, wanted, made } = makeLazyHost(planOf('/a'), ['/a']);
    expect(await errorOf(() => lazy.open())).toEqual(missingRoot('/a'));
    expect(lazy.state).toEqual({ status: 'failed', error: missingRoot('/a') });
    wanted.missing.clear();
    expect(await lazy.open()).toBe(made[0]?.host);
  });

  test('is made over the folders that are there, and names the others', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a', '/gone', '/b', '/lost'), ['/gone', '/lost']);
    await lazy.open();
    await settle();
    expect(made.map(({ roots }) => roots)).toEqual([['/a', '/b']]);
    expect(lazy.state).toMatchObject({
      status: 'open',
      missing: [missingRoot('/gone'), missingRoot('/lost')],
    });
  });

  test('cannot be made when no folder is there', async () => {
    const { lazy } = makeLazyHost(planOf('/a', '/b'), ['/a', '/b']);
    expect(await errorOf(() => lazy.open())).toEqual(missingRoot('/b'));
  });
});

describe('the state', () => {
  test('follows the statuses of the roots, those from before anybody listened included', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a', '/b'));
    await lazy.open();
    await settle();
    const scanning = rootStatus('/b', { phase: 'scanning', files: 7 });
    made[0]?.say(scanning);
    expect(lazy.state).toEqual({
      status: 'open',
      life: 'alive',
      roots: [rootStatus('/a'), scanning],
      missing: [],
    });
  });

  test('says when the index restarts, and asks anew when it is back', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a'));
    await lazy.open();
    await settle();
    made[0]?.live('restarting');
    expect(lazy.state).toMatchObject({ life: 'restarting', roots: [rootStatus('/a')] });
    if (made[0] !== undefined) made[0].statuses = [rootStatus('/a', { files: 9 })];
    made[0]?.live('alive');
    expect(lazy.state).toMatchObject({ life: 'alive', roots: [] });
    await settle();
    expect(lazy.state).toMatchObject({ life: 'alive', roots: [rootStatus('/a', { files: 9 })] });
  });

  test('does not hear a host that is gone', async () => {
    const { lazy, wanted, made } = makeLazyHost(planOf('/a'));
    await lazy.open();
    wanted.plan = planOf('/b');
    await lazy.open();
    await settle();
    const { state } = lazy;
    made[0]?.say(rootStatus('/a'));
    made[0]?.live('failed');
    expect(lazy.state).toBe(state);
  });

  test('is announced each time it changes', async () => {
    const { lazy, made, changes } = makeLazyHost(planOf('/a'));
    await lazy.open();
    await settle();
    const before = changes();
    made[0]?.say(rootStatus('/a', { files: 2 }));
    expect(changes()).toBe(before + 1);
  });
});

describe('a restart', () => {
  test('gives a running host a new index thread', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a'));
    await lazy.open();
    await lazy.restart();
    expect(made.map(({ restarts }) => restarts)).toEqual([['alive']]);
  });

  test('makes a new host when a folder was missing', async () => {
    const { lazy, wanted, made } = makeLazyHost(planOf('/a', '/b'), ['/b']);
    await lazy.open();
    wanted.missing.clear();
    await lazy.restart();
    expect(made.map(({ roots, isDisposed }) => [roots, isDisposed])).toEqual([
      [['/a'], true],
      [['/a', '/b'], false],
    ]);
  });

  test('tries again after a failure, and says why it failed again', async () => {
    const { lazy, asked } = makeLazyHost(planOf('/a'), ['/a']);
    await errorOf(() => lazy.open());
    expect(await errorOf(() => lazy.restart())).toEqual(missingRoot('/a'));
    expect(asked).toHaveLength(2);
  });
});

describe('disposal', () => {
  test('ends the host, for good', async () => {
    const { lazy, made } = makeLazyHost(planOf('/a'));
    await lazy.open();
    await lazy[Symbol.asyncDispose]();
    expect(await lazy.open()).toBeUndefined();
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true]);
  });

  test('waits for a host that is still starting, and ends it', async () => {
    const { lazy, made, hold } = makeLazyHost(planOf('/a'));
    const held = hold();
    const opened = lazy.open();
    await settle();
    const disposed = lazy[Symbol.asyncDispose]();
    held.resolve();
    await disposed;
    expect(made.map(({ isDisposed }) => isDisposed)).toEqual([true]);
    expect(await opened).toBeUndefined();
  });

  test('reports what could not be ended in order, and ends the rest', async () => {
    const { lazy, made, problems } = makeLazyHost(planOf('/a'));
    await lazy.open();
    const error = new Error('stuck');
    made[0]?.failDisposal(error);
    await lazy[Symbol.asyncDispose]();
    expect(problems).toEqual([['The workspace could not be closed in order', error]]);
  });
});
