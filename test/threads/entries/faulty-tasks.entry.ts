import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../../src/actors/runtime/clock.js';
import type * as api from '../../../src/host/api.js';
import { FileThreadStore } from '../../../src/host/node/threads/file-thread-store.js';
import type { TaskOrder, TaskReport } from '../faulty-model/task-messages.js';
import { until } from '../../doubles/until.js';

// Works on one task after the other, as the parent orders, each in two hosts: in the first one the model is faulty, in the
// second one it is not, and the conversation goes on. Arguments: the built api.
const [apiUrl = ''] = process.argv.slice(2);
const { createHost, replayThread } = (await import(apiUrl)) as typeof api;

// Five minutes of silence are a second then, and half a minute of waiting a tenth of one.
const SPEED = 300;

const fastClock: Clock = {
  now: () => systemClock.now() * SPEED,
  after: (delayMs, callback) => systemClock.after(delayMs / SPEED, callback),
};

const orders = new Map<string, (order: TaskOrder) => void>();
const nextOrder = (): Promise<TaskOrder> => new Promise((resolve) => orders.set('next', resolve));
process.on('message', (order: TaskOrder) => {
  orders.get('next')?.(order);
});
const report = (message: TaskReport): void => {
  process.send?.(message);
};

/** Sends a message in a host of its own, and ends the host. */
async function work(order: Extract<TaskOrder, { kind: 'work' }>): Promise<TaskReport> {
  const { folder, model, provider, url, thread: known } = order;
  const root = join(folder, 'root');
  if (known === undefined) {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'own.txt'), 'count 0\n');
  }
  const store = new FileThreadStore({ folder: join(folder, 'threads'), onProblem: () => undefined });
  const host = await createHost({
    roots: [root],
    model: { provider, api: provider, model, apiKey: 'k-0123456789', baseUrl: url },
    threadStore: store,
    stateDirectory: join(folder, 'state'),
    checkpoints: false,
    instructions: false,
    approvals: { 'File edits': 'auto', 'Dangerous tools': 'auto' },
    workspace: { cacheDirectory: null, watcher: 'none', scanThreads: 1 },
    clock: fastClock,
    limits: { maxIterations: 200, maxTimeMs: 2 ** 31 - 1 },
  });
  const engine = host.createEngine();
  const thread = known === undefined ? engine.createThread() : await engine.openThread(known);
  const turn = await thread.send({ text: known === undefined ? 'Do it.' : 'continue' });
  const outcome = await turn.result();
  await thread.settled();
  const { entries } = thread;
  const observed = entries.flatMap((entry) => (entry.kind === 'observation' ? [entry] : []));
  const succeeded = (tool: string): number =>
    observed.filter((entry) => entry.tool === tool && entry.result.success).length;
  const done = { edits: succeeded('edit_file'), runs: succeeded('run_command') };
  const begun = entries.filter(({ kind }) => kind === 'call_began').length;
  await host[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  const retries = entries.filter(({ kind }) => kind === 'retry').length;
  const compactions = entries.filter(({ kind }) => kind === 'compaction').length;
  const replayed: Record<string, number> = {};
  for await (const { type } of replayThread(entries)) replayed[type] = (replayed[type] ?? 0) + 1;
  return {
    kind: 'worked',
    replayed,
    thread: thread.id,
    outcome,
    done,
    begun,
    retries,
    compactions,
    resources: await resourcesLeft(),
  };
}

/** What keeps this process alive, by kind, without what is closing. */
function resourcesOf(): readonly string[] {
  return process
    .getActiveResourcesInfo()
    .filter((kind) => kind !== 'CloseReq')
    .sort();
}

/** What is left that was not there before the first task. A thread that had to be terminated takes a moment to close. */
async function resourcesLeft(): Promise<readonly string[]> {
  const isClosed = (): boolean => resourcesOf().length <= baseline.length;
  // Where something is left, the parent says what that is.
  await until(isClosed, 'all that the task had opened is closed').catch(() => undefined);
  return resourcesOf();
}

// They are opened with their first use.
void [process.stdout, process.stderr];

const baseline = resourcesOf();
report({ kind: 'ready', resources: baseline });
for (;;) {
  const order = await nextOrder();
  if (order.kind === 'end') break;
  report(await work(order));
}
// The process must end by itself now.
process.disconnect();
