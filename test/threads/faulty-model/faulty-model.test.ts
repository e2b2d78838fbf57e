import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';
import { type BuiltEntries, buildEntries } from '../build-entries.js';
import { FaultyModelServer } from './faulty-model-server.js';
import { STEPS } from './task.js';
import type { TaskOrder, TaskReport } from './task-messages.js';
import { untilEqual } from '../../doubles/until-equal.js';
import { SEED } from '../../doubles/seed.js';

// `TROUPE_FAULTY_TASKS=1000` is the whole campaign, which takes an hour; each task is ten steps with an edit and a command.
const TASKS = Number(process.env['TROUPE_FAULTY_TASKS'] ?? 6);
const AT_ONCE = 2;
const TIMEOUT_MS = 14_400_000;
// A run with `TROUPE_SEED` has the same faults.

const API = pathToFileURL(join(import.meta.dirname, '../../../dist/api.js')).href;

// What a model's server may do to a turn that is no bug of ours, and no other error.
const TYPED = [
  'LLM_CONNECTION',
  'LLM_RATE_LIMIT',
  'LLM_AUTH',
  'LLM_REQUEST',
  'LLM_RESPONSE',
  'CONTEXT_OVERFLOW',
];

let entries: BuiltEntries;
let scratch: AbsPath;
beforeAll(async () => {
  entries = await buildEntries({ 'faulty-tasks.entry': 'test/threads/entries/faulty-tasks.entry.ts' });
  scratch = makeTempDir();
});
afterAll(() => {
  entries.remove();
  removeTempDir(scratch);
});

/** The process that works, and asks for nothing but orders. */
class Worker {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(fileURLToPath(entries.url('faulty-tasks.entry')), [API], { cwd: scratch });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  order(order: TaskOrder): Promise<TaskReport> {
    const reported = this.next();
    this.#child.send(order);
    return reported;
  }

  async next(): Promise<TaskReport> {
    const ended = new AbortController();
    try {
      const [report] = (await Promise.race([
        once(this.#child, 'message', { signal: ended.signal }),
        once(this.#child, 'exit', { signal: ended.signal }).then(([code]) => {
          throw new Error(`The process that works has ended with ${String(code)}.`);
        }),
      ])) as [TaskReport];
      return report;
    } finally {
      ended.abort();
    }
  }

  /** Resolves to the exit code. The process is not killed: it must have nothing left to do. */
  async end(): Promise<unknown> {
    const exited = once(this.#child, 'exit');
    this.#child.send({ kind: 'end' } satisfies TaskOrder);
    const [code] = (await exited) as [unknown];
    return code;
  }
}

/** Processes that have to do with a folder: they are in it, or their command line names it. Linux only. */
function processesIn(folder: string): readonly string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)
        ? [`${pid} ${command.replaceAll('\0', ' ')}`]
        : [];
    } catch {
      // It has ended, or belongs to somebody else.
      return [];
    }
  });
}

/** What the calls of a task have done to its files. */
function effectsIn(folder: string): { readonly count: number; readonly lines: readonly string[] } {
  const count = /^count (\d+)\n$/.exec(readFileSync(join(folder, 'root/own.txt'), 'utf8'))?.[1];
  const log = readdirSync(join(folder, 'root')).includes('log.txt')
    ? readFileSync(join(folder, 'root/log.txt'), 'utf8')
    : '';
  return { count: Number(count), lines: log.split('\n').filter(Boolean) };
}

test(
  'a task ends with an answer or a typed error, with each effect once and nothing left, and goes on',
  { timeout: TIMEOUT_MS },
  async () => {
    await using server = await FaultyModelServer.start();
    const counts = {
      tasks: 0,
      answers: 0,
      errors: new Map<string, number>(),
      retries: 0,
      compactions: 0,
      calls: 0,
      replayed: 0,
    };

    const runTask = async (worker: Worker, baseline: readonly string[], seed: number): Promise<void> => {
      const model = `run-${seed}`;
      const folder = join(scratch, model);
      const provider = server.begin(model, seed);
      let thread: Extract<TaskReport, { kind: 'worked' }>['thread'] | undefined;
      for (const phase of ['faulty', 'healed'] as const) {
        if (phase === 'healed') server.heal(model);
        const report = await worker.order({
          kind: 'work',
          folder,
          model,
          provider,
          url: server.url,
          ...(thread === undefined ? {} : { thread }),
        });
        if (report.kind !== 'worked') throw new Error('The process that works has begun anew.');
        const { outcome, done, begun, replayed, resources } = report;
        const what = `seed ${seed}, ${provider}, ${phase}: ${JSON.stringify(outcome)}`;
        if (outcome.type === 'error') {
          expect(TYPED, what).toContain(outcome.code);
          expect(phase, what).toBe('faulty');
          counts.errors.set(outcome.code, (counts.errors.get(outcome.code) ?? 0) + 1);
        } else if (phase === 'faulty') counts.answers += 1;
        // Each effect that the conversation knows of has happened, once, and no other one.
        const { count, lines } = effectsIn(folder);
        expect({ count, runs: lines.length }, what).toEqual({ count: done.edits, runs: done.runs });
        expect(lines, what).toEqual(Array.from({ length: done.runs }, (_, step) => `step-${step}`));
        expect(resources, what).toEqual(baseline);
        // The same entries follow from what the model and the tools said.
        expect(Object.keys(replayed).sort(), what).toEqual(['given', 'same']);
        counts.replayed += replayed['same'] ?? 0;
        await server.allClosed(model);
        // A thread that was too slow to stop is terminated, and what it had started ends a moment later.
        await untilEqual(() => processesIn(folder), [], `no process is left (${what})`);
        if (phase === 'healed') {
          expect(outcome, what).toEqual({ type: 'answer', content: 'Finished.' });
          expect(count, what).toBe(STEPS);
          counts.calls += begun;
          counts.retries += report.retries;
          counts.compactions += report.compactions;
        }
        thread = report.thread;
      }
      server.end(model);
      counts.tasks += 1;
      removeTempDir(folder as AbsPath);
    };

    const seeds = Array.from({ length: TASKS }, (_, index) => SEED + index);
    const work = async (): Promise<void> => {
      const worker = new Worker();
      const { resources } = await worker.next();
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
        await runTask(worker, resources, seed);
      // With a timer or a socket left it would never end.
      expect(await worker.end()).toBe(0);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (TASKS > 100)
      console.log(
        JSON.stringify({
          seed: SEED,
          ...counts,
          errors: Object.fromEntries(counts.errors),
          requests: server.requests,
          faults: Object.fromEntries([...server.faults].sort(([a], [b]) => a.localeCompare(b))),
        }),
      );
  },
);
