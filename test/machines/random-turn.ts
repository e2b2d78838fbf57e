import * as fc from 'fast-check';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { expect } from 'vitest';
import {
  LLMConnectionError,
  SandboxRefusedError,
  UnaskedAddressError,
} from '../../src/actors/protocol/errors.js';
import type { RunLimits } from '../../src/actors/protocol/agent.js';
import type { ModelReply, ToolCall } from '../../src/actors/protocol/llm.js';
import type { EntryBody } from '../../src/actors/protocol/thread.js';
import type { ToolResult } from '../../src/actors/protocol/tool.js';
import { type ModelEvent, react, type ReactInput } from '../../src/machines/react.js';
import { toolCall } from '../../src/machines/tool-call.js';
import type { ToolTable } from '../../src/machines/tool-info.js';
import type {
  QuestionEnd,
  Judgement,
  PermittedCall,
  ValidatedCall,
  ValidatedParams,
} from '../../src/machines/validated-call.js';
import { settle } from '../doubles/settle.js';
import type { EntryGrammar } from './entry-grammar.js';

/** The tools of the turns. */
export const TOOLS: ToolTable = new Map([
  ['look', { name: 'look', category: 'Read file', isReadOnly: true }],
  ['change', { name: 'change', category: 'File edits', isReadOnly: false }],
  ['command', { name: 'command', category: 'Dangerous tools', isReadOnly: false }],
]);

export const FINE: ToolResult = { outcome: 'success', success: true, output: 'fine' };
export const INTERRUPTED: ToolResult = { outcome: 'rejected', success: false, output: 'Interrupted.' };

export const LIMITS: RunLimits = { maxIterations: 4, maxTokens: 120, maxTimeMs: 1_000, maxCostUsd: 1 };

/** An effect that is under way: `end` ends it, in one of its ways. */
interface Effect {
  readonly end: (choice: number) => void;
}

/** A world in which every effect waits until a number chooses how it ends. */
class World {
  readonly entries: EntryBody[] = [];
  readonly pending = new Set<Effect>();
  readonly grammar: EntryGrammar | undefined;
  #problem: unknown;

  constructor(grammar: EntryGrammar | undefined) {
    this.grammar = grammar;
  }

  readonly record = (_machine: unknown, entry: EntryBody | undefined): void => {
    if (entry === undefined) return;
    this.entries.push(entry);
    try {
      this.grammar?.take(entry);
    } catch (problem) {
      this.#problem ??= problem;
    }
  };

  /** Throws if an entry came where none of its kind may come. */
  check(): void {
    if (this.#problem !== undefined) throw this.#problem as Error;
  }

  /** A promise that one of these outcomes settles. Aborting forgets it. */
  promise<Value>(signal: AbortSignal, outcomes: readonly (() => Value)[]): Promise<Value> {
    return new Promise((resolve, reject) => {
      const effect: Effect = {
        end: (choice) => {
          this.pending.delete(effect);
          try {
            resolve((outcomes[choice % outcomes.length] as () => Value)());
          } catch (error) {
            reject(error);
          }
        },
      };
      this.pending.add(effect);
      signal.addEventListener('abort', () => this.pending.delete(effect));
    });
  }

  readonly call = toolCall.provide({
    actions: { record: this.record },
    actors: {
      'validate the call': fromPromise<ValidatedParams, ToolCall>(({ signal }) =>
        this.promise(signal, [() => ({ params: {}, paths: [] }), () => ({ params: {}, paths: [] }), fail]),
      ),
      'judge the call': fromPromise<Judgement, ValidatedCall>(({ signal }) =>
        this.promise<Judgement>(signal, [
          () => ({ kind: 'run', permission: {} }),
          () => ({ kind: 'run', permission: { access: { kind: 'looking' } } }),
          () => ({ kind: 'run', permission: { shown: 'digest' }, by: 'mode' }),
          () => ({ kind: 'ask', question: { reasons: ['It changes files.'] }, permission: {} }),
          () => ({ kind: 'ask', question: { reasons: ['It changes files.'] }, permission: {} }),
          () => ({ kind: 'refuse', result: INTERRUPTED, by: 'rule' }),
          () => ({ kind: 'refuse', result: INTERRUPTED }),
          fail,
        ]),
      ),
      'ask the person': fromPromise<QuestionEnd, ValidatedCall>(({ signal }) =>
        this.promise<QuestionEnd>(signal, [
          () => ({ decision: 'approve' }),
          () => ({ decision: 'approve', scope: 'thread' }),
          () => ({ decision: 'deny' }),
          () => ({ decision: 'deny', reason: 'No.' }),
          () => ({ kind: 'run', permission: { shown: 'digest' }, by: 'mode' }),
          fail,
        ]),
      ),
      'take a checkpoint': fromPromise<void, ValidatedCall>(({ signal }) =>
        this.promise(signal, [() => undefined, fail]),
      ),
      'run the tool': fromPromise<ToolResult, PermittedCall>(({ signal }) =>
        this.promise(signal, [
          () => FINE,
          () => FINE,
          () => {
            throw new SandboxRefusedError('Read-only.', { refusal: 'write' });
          },
          () => {
            throw new UnaskedAddressError('Elsewhere.', {
              target: { url: 'https://b.example/', redirects: 1 },
            });
          },
          fail,
        ]),
      ),
    },
  });
}

function fail(): never {
  throw new Error('broken');
}

const toolCalls: fc.Arbitrary<readonly ToolCall[]> = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', ''),
    name: fc.constantFrom('look', 'look', 'change', 'command', 'ghost'),
    arguments: fc.constantFrom('{}', '{"at":1}', '{'),
  }),
  { maxLength: 4 },
);

const replies: fc.Arbitrary<ModelReply> = fc
  .record({
    text: fc.constantFrom('', 'Hello'),
    reasoning: fc.constantFrom('', 'hm'),
    toolCalls,
    stop: fc.constantFrom('end', 'toolCalls', 'toolCalls', 'length', 'filtered', 'cancelled', 'failed'),
    tokens: fc.nat(40),
  })
  .map(({ toolCalls: calls, stop, tokens, ...rest }) => ({
    ...rest,
    stop,
    // As `callModel` has it: a reply that was not completed has no calls.
    toolCalls: stop === 'end' || stop === 'toolCalls' ? calls : [],
    usage: { inputTokens: tokens, outputTokens: 0 },
    costUsd: tokens / 100,
    ...(stop === 'failed' ? { error: new LLMConnectionError('The server is down.', {}) } : {}),
  }));

const modelEvents: fc.Arbitrary<ModelEvent> = fc.oneof(
  fc.record({
    type: fc.constant('model.spoke' as const),
    channel: fc.constantFrom('answer', 'reasoning'),
    text: fc.constantFrom('a', 'b '),
  }),
  fc.constant({
    type: 'model.retried',
    notice: { attempt: 2, maxAttempts: 3, waitMs: 0, reason: 'The server is down.' },
  } as const),
  fc
    .nat(9)
    .map(
      (inputTokens) => ({ type: 'model.used', used: { usage: { inputTokens, outputTokens: 0 } } }) as const,
    ),
  fc.constant({ type: 'model.compacted', compaction: { kind: 'compaction', messages: [] } } as const),
  { weight: 6, arbitrary: replies.map((reply) => ({ type: 'model.replied', reply }) as const) },
  fc.constant({ type: 'model.broke', error: new Error('bug') } as const),
);

/** What happens next: the model reports something, an effect ends, or the turn is stopped. */
export type Step =
  | { readonly type: 'model'; readonly event: ModelEvent }
  | { readonly type: 'effect'; readonly which: number; readonly choice: number }
  | { readonly type: 'stop'; readonly event: { readonly type: 'cancel' | 'time.up' } };

/** What may happen to a turn, in any order. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: modelEvents.map((event) => ({ type: 'model', event }) as const) },
    {
      weight: 12,
      arbitrary: fc.record({ type: fc.constant('effect' as const), which: fc.nat(9), choice: fc.nat(99) }),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        { type: 'stop', event: { type: 'cancel' } } as const,
        { type: 'stop', event: { type: 'time.up' } } as const,
      ),
    },
  ),
  { maxLength: 60, size: 'max' },
);

export const modes = fc.constantFrom('ask', 'gather', 'plan', 'agent');

/**
 * Plays the steps; each must leave the machine with something that can end what it waits for. Returns what it recorded, which
 * the grammar has to allow. Default: it is not asked.
 */
export async function play(
  steps: readonly Step[],
  input: Partial<ReactInput>,
  grammar?: EntryGrammar,
): Promise<readonly EntryBody[]> {
  const world = new World(grammar);
  let isAsking = false;
  const actor = createActor(
    react.provide({
      actions: { record: world.record, stream: () => undefined },
      actors: {
        'keep time': fromCallback(() => undefined),
        'call model': fromCallback(() => {
          isAsking = true;
          return () => {
            isAsking = false;
          };
        }),
        'run tool call': world.call,
      },
    }),
    {
      input: {
        mode: 'agent',
        limits: LIMITS,
        tools: TOOLS,
        ...input,
      },
    },
  );
  const errors: unknown[] = [];
  actor.subscribe({ error: (error) => errors.push(error) });
  actor.start();
  const expectExit = (): void => {
    expect(errors).toEqual([]);
    world.check();
    const { status, value } = actor.getSnapshot();
    if (grammar !== undefined) expect(grammar.isOver).toBe(status === 'done');
    if (status === 'done') {
      expect(isAsking).toBe(false);
      expect(world.pending.size).toBe(0);
    } else if (value === 'thinking') expect(isAsking).toBe(true);
    else expect(world.pending.size).toBeGreaterThan(0);
  };
  for (const step of steps) {
    await settle();
    expectExit();
    if (actor.getSnapshot().status === 'done') break;
    if (step.type === 'stop') actor.send(step.event);
    else if (step.type === 'model') actor.send(step.event);
    else {
      const pending = [...world.pending];
      pending[step.which % pending.length]?.end(step.choice);
    }
  }
  await settle();
  expectExit();
  if (actor.getSnapshot().status !== 'done') actor.send({ type: 'cancel' });
  await settle();
  expect(actor.getSnapshot().status).toBe('done');
  expectExit();
  expect(world.entries.filter(({ kind }) => kind === 'turn_ended')).toHaveLength(1);
  return world.entries;
}
