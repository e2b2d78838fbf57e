import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LLMAdapter, LLMMessage, ModelDelta } from '../../../../src/actors/protocol/llm.js';
import type { ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { MemoryThreadStore } from '../../../../src/actors/threads/memory-store.js';
import { createFinishStepTool } from '../../../../src/actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../../../../src/actors/tools/plans/propose-plan.js';
import type { Thread } from '../../../../src/host/engine/thread.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

// `TROUPE_PLAN_CUTS=1000` is the long run.
const CUTS = Number(process.env['TROUPE_PLAN_CUTS'] ?? 100);
const PATIENCE_MS = 60_000 + CUTS * 500;

/**
 * A model that does what the newest message of the person tells it, whatever came before. `failing`: the steps whose first
 * try it says to have failed.
 */
class ObedientModel implements LLMAdapter {
  readonly provider = 'obedient';
  readonly model = 'obedient-1';
  readonly contextWindow = 100_000;
  readonly #steps: number;
  readonly #failing: ReadonlySet<number>;

  constructor(steps: number, failing: ReadonlySet<number>) {
    this.#steps = steps;
    this.#failing = failing;
  }

  async *streamComplete(messages: readonly LLMMessage[]): AsyncGenerator<ModelDelta, void, undefined> {
    yield* this.#reply(messages).deltas;
  }

  complete(): Promise<string> {
    return Promise.reject(new Error('only streams'));
  }

  estimateTokens(text: string): number {
    return Math.ceil(text.length / 4);
  }

  #reply(messages: readonly LLMMessage[]) {
    const at = messages.findLastIndex(
      ({ role, content }) => role === 'user' && /Step \d+ of|Plan it/.test(content),
    );
    const results = new Set(
      messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? [message.name] : [])),
    );
    const [, number] = /Step (\d+) of/.exec(messages[at]?.content ?? '') ?? [];
    if (number === undefined) {
      if (results.has('propose_plan')) return says('There it is.');
      const steps = Array.from({ length: this.#steps }, (_, index) => ({
        description: `Do ${index + 1}`,
        expectedOutcome: `${index + 1} is there`,
      }));
      return asksFor(['propose_plan', { goal: 'All', steps }]);
    }
    const isAgain = (messages[at]?.content ?? '').includes('It was tried before');
    if (!results.has('change')) return asksFor(['change', { step: Number(number) }]);
    if (!results.has('finish_step')) {
      const isMet = isAgain || !this.#failing.has(Number(number));
      return asksFor(['finish_step', { isMet, observed: `${number} is ${isMet ? '' : 'not '}there` }]);
    }
    return says(`${number} is done.`);
  }
}

/** A program that has a thread of that store, and what it has done. */
function program(steps: number, failing: ReadonlySet<number>, store: MemoryThreadStore) {
  const done: number[] = [];
  const change = simpleTool('change', {
    isReadOnly: false,
    run: (params) => {
      done.push((params as { step: number }).step);
      return 'Changed.';
    },
  });
  const { engine } = makeEngine([], [createProposePlanTool(), createFinishStepTool(), change], {
    adapter: new ObedientModel(steps, failing),
    store,
    approvals: { 'File edits': 'auto' },
  });
  return { engine, done };
}

/** Does what a person does who wants it all done. */
async function finish(thread: Thread, compacts: boolean): Promise<void> {
  for (let tries = 0; tries < 8 && thread.plan.current?.status !== 'completed'; tries++) {
    const { current } = thread.plan;
    if (current === undefined || current.status === 'draft') await thread.resume()?.result();
    if (thread.plan.current === undefined) await (await thread.send('Plan it.', { mode: 'plan' })).result();
    if (compacts) await thread.compact().catch(() => undefined);
    if (thread.plan.current?.status === 'draft') await thread.plan.approve(thread.plan.current.digest);
    await thread.plan.execute().result();
  }
}

/** The steps whose change has begun in these entries: nobody knows whether it was made. */
function begunIn(entries: readonly ThreadEntry[]): number[] {
  const steps = new Map<string, number>();
  return entries.flatMap((entry) => {
    if (entry.kind === 'call' && entry.tool === 'change')
      steps.set(entry.callId, (entry.params as { step: number }).step);
    const step = entry.kind === 'call_began' ? steps.get(entry.callId) : undefined;
    return step === undefined ? [] : [step];
  });
}

test(
  'wherever the program ends, no step is lost, none is made twice in one try, and none before it is approved',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.nat({ max: 9_999 }),
        fc.boolean(),
        fc.subarray([1, 2, 3, 4, 5]),
        async (steps, at, compacts, fails) => {
          const failing = new Set(fails);
          const whole = new MemoryThreadStore();
          const first = program(steps, failing, whole);
          const begun = first.engine.createThread();
          await finish(begun, false);
          // A step that fails is made again by its second try.
          const all = Array.from({ length: steps }, (_, index) => index + 1).flatMap((step) =>
            failing.has(step) ? [step, step] : [step],
          );
          expect(first.done).toEqual(all);

          // At least its first entry.
          const cut = begun.entries.slice(0, 1 + (at % begun.entries.length));
          const store = new MemoryThreadStore();
          await store.append(begun.id, cut);
          const second = program(steps, failing, store);
          const thread = await second.engine.openThread(begun.id);
          await finish(thread, compacts);
          expect(thread.plan.current).toMatchObject({ status: 'completed' });
          expect([...begunIn(cut), ...second.done]).toEqual(all);
          const approved = thread.branch.findIndex(({ kind }) => kind === 'plan_approved');
          const running = thread.branch.findIndex(({ kind }) => kind === 'step');
          expect(approved).toBeGreaterThan(-1);
          expect(running).toBeGreaterThan(approved);
        },
      ),
      { numRuns: CUTS },
    );
  },
  PATIENCE_MS,
);
