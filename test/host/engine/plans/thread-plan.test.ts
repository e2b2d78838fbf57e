import { describe, expect, test } from 'vitest';
import type { PlanError } from '../../../../src/actors/protocol/errors.js';
import type { ThreadStore } from '../../../../src/actors/protocol/thread-store.js';
import { toMarkdown } from '../../../../src/actors/threads/exports/to-markdown.js';
import { MemoryThreadStore } from '../../../../src/actors/threads/memory-store.js';
import { createFinishStepTool } from '../../../../src/actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../../../../src/actors/tools/plans/propose-plan.js';
import type { Thread } from '../../../../src/host/engine/thread.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, type PlayedTurn, says } from '../../../doubles/played-model.js';
import { until } from '../../../doubles/until.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

const TOOLS = [
  createProposePlanTool(),
  createFinishStepTool(),
  simpleTool('look'),
  simpleTool('change', { isReadOnly: false }),
];

const step = (name: string) => ({ description: `Do ${name}`, expectedOutcome: `${name} is there` });
const proposes = (...names: readonly string[]): PlayedTurn =>
  asksFor(['propose_plan', { goal: 'Get it done', steps: names.map(step) }]);
const finishes = (observed: string, isMet = true): PlayedTurn =>
  asksFor(['finish_step', { isMet, observed }]);

/** An engine whose model plays these turns, and what it was sent. */
function engineWith(...given: readonly [{ store: ThreadStore }, ...PlayedTurn[]] | readonly PlayedTurn[]) {
  const [first] = given;
  const hasStore = first !== undefined && 'store' in first;
  const turns = (hasStore ? given.slice(1) : given) as readonly PlayedTurn[];
  const made = makeEngine(turns, TOOLS, {
    approvals: { 'File edits': 'auto' },
    ...(hasStore ? { store: first.store } : {}),
  });
  const sent = (index: number): string => made.model.requests[index]?.messages.at(-1)?.content ?? '';
  return { ...made, thread: made.engine.createThread(), sent };
}

async function plan(thread: Thread): Promise<string> {
  await (await thread.send('Plan it.', { mode: 'plan' })).result();
  return thread.plan.current?.digest ?? '';
}

/** The kinds of the entries that a plan consists of, with the status of steps. */
const lifeOf = (thread: Thread): readonly string[] =>
  thread.branch.flatMap((entry) => {
    if (entry.kind === 'step') return [`step ${entry.step} ${entry.status}`];
    if (entry.kind === 'plan_ended') return [`plan ${entry.outcome}`];
    if (entry.kind === 'turn_began')
      return [`turn in ${entry.mode}${entry.step === undefined ? '' : ` of step ${entry.step.step}`}`];
    return entry.kind.startsWith('plan') ? [entry.kind] : [];
  });

const problemOf = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'none',
      (error: unknown) => (error as PlanError).details.problem,
    );

test('a plan is proposed, approved by its digest, and carried out step by step', async () => {
  const { thread, sent } = engineWith(
    proposes('A', 'B'),
    says('Have a look.'),
    asksFor(['change', {}]),
    finishes('A is there now'),
    says('A is done.'),
    finishes('B as well'),
    says('B is done.'),
  );
  const digest = await plan(thread);
  expect(thread.plan.current).toMatchObject({ status: 'draft', by: 'model', goal: 'Get it done' });
  expect(sent(1)).toContain('The person sees the plan now, with 2 steps.');
  expect(await problemOf(() => thread.plan.execute())).toBe('state');
  expect(await problemOf(() => thread.plan.approve('0'.repeat(64)))).toBe('changed');
  expect((await thread.plan.approve(digest)).status).toBe('approved');
  expect(await problemOf(() => thread.plan.approve(digest))).toBe('state');

  const done = await thread.plan.execute().result();
  expect(done).toMatchObject({
    status: 'completed',
    steps: [
      { id: 1, status: 'completed', result: 'A is there now' },
      { id: 2, status: 'completed', result: 'B as well' },
    ],
  });
  expect(lifeOf(thread)).toEqual([
    'turn in plan',
    'plan',
    'plan_approved',
    'step 1 running',
    'turn in agent of step 1',
    'step 1 completed',
    'step 2 running',
    'turn in agent of step 2',
    'step 2 completed',
    'plan completed',
  ]);
  expect(toMarkdown(thread.branch)).toContain('## A step of the plan\n\nStep 1 of 2: Do A');
  expect(sent(2)).toContain('Step 1 of 2: Do A\n\nCarry out this step');
  expect(sent(5)).toContain(
    'Get it done\n\nExpected outcome: B is there\n\nBefore it:\n[x] 1. Do A: A is there now',
  );
});

describe('while planning', () => {
  test('what could change something is refused, and so is a step that nobody told it to do', async () => {
    const { thread, model } = engineWith(
      asksFor(['change', {}], ['finish_step', { isMet: true, observed: 'x' }]),
      says('I see.'),
    );
    await plan(thread);
    const results = model.requests
      .at(-1)
      ?.messages.filter(({ role }) => role === 'tool')
      .map(({ content }) => content);
    expect(results).toEqual([
      expect.stringContaining('The tool "change" may not be used in plan mode'),
      expect.stringContaining('The tool "finish_step" may not be used in plan mode'),
    ]);
  });

  test('a comment is no approval: the model proposes anew, and the digest before counts for nothing', async () => {
    const { thread } = engineWith(proposes('A'), says('So?'), proposes('A', 'C'), says('So?'));
    const before = await plan(thread);
    const after = await plan(thread);
    expect(after).not.toBe(before);
    expect(await problemOf(() => thread.plan.approve(before))).toBe('changed');
    expect(thread.plan.current?.status).toBe('draft');
  });

  test('a plan of 31 steps is cut, which the model and the person are told', async () => {
    const names = Array.from({ length: 31 }, (_, at) => `n${at}`);
    const { thread, sent } = engineWith(proposes(...names), says('So?'));
    await plan(thread);
    expect(thread.plan.current).toMatchObject({ omitted: 1 });
    expect(thread.plan.current?.steps).toHaveLength(30);
    expect(sent(1)).toContain('The last 1 were left out: a plan has at most 30 steps.');
  });

  test.each([
    ['no step', { goal: 'x', steps: [] }],
    ['an empty description', { goal: 'x', steps: [{ description: ' ', expectedOutcome: 'y' }] }],
    ['no expected outcome', { goal: 'x', steps: [{ description: 'y' }] }],
    ['no goal', { goal: '', steps: [step('A')] }],
  ])('a plan with %s is none, and the model is told', async (_, params) => {
    const { thread, sent } = engineWith(asksFor(['propose_plan', params]), says('Sorry.'));
    await plan(thread);
    expect(thread.plan.current).toBeUndefined();
    expect(sent(1)).toContain('propose_plan');
  });
});

describe('a step', () => {
  test.each<[why: string, turns: readonly PlayedTurn[], failure: string, result: string]>([
    [
      'whose outcome is another',
      [finishes('B is missing', false), says('Sorry.')],
      'not met',
      'B is missing',
    ],
    ['without a verdict, also when asked', [says('Hm.'), says('All well.')], 'no verdict', 'All well.'],
  ])('%s fails, and the plan waits there', async (_, turns, failure, result) => {
    const { thread } = engineWith(proposes('A', 'B'), says('So?'), ...turns);
    await thread.plan.approve(await plan(thread));
    const waiting = await thread.plan.execute().result();
    expect(waiting.status).toBe('executing');
    expect(waiting.steps[0]).toMatchObject({ status: 'failed', failure, result });
    expect(thread.turn).toBeUndefined();
  });

  test('that forgets its verdict is asked for it', async () => {
    const { thread, sent } = engineWith(
      proposes('A'),
      says('So?'),
      says('Done.'),
      finishes('A is there'),
      says('Yes.'),
    );
    await thread.plan.approve(await plan(thread));
    expect((await thread.plan.execute().result()).status).toBe('completed');
    expect(sent(3)).toContain('Call finish_step');
  });

  test('over its budget fails with the limit', async () => {
    const looks = Array.from({ length: 3 }, (_, at) => asksFor(['look', { at }]));
    const { thread } = engineWith(proposes('A'), says('So?'), ...looks);
    await thread.plan.approve(await plan(thread));
    const waiting = await thread.plan.execute({ limits: { maxIterations: 2 } }).result();
    expect(waiting.steps[0]).toMatchObject({ status: 'failed', failure: 'limit' });
  });

  test('that is stopped fails, and is tried again with what is known of it', async () => {
    const { thread, model, sent } = engineWith(
      proposes('A'),
      says('So?'),
      finishes('A is there'),
      says('Yes.'),
    );
    await thread.plan.approve(await plan(thread));
    const run = thread.plan.execute();
    run.stop();
    const waiting = await run.result();
    expect(waiting.steps[0]).toMatchObject({ status: 'failed', failure: 'stopped' });
    const before = model.requests.length;
    expect((await thread.plan.execute().result()).status).toBe('completed');
    expect(sent(before)).toContain('It was tried before, and failed');
  });

  test('can be skipped, and the plan goes on; or the plan is given up', async () => {
    const fails = [finishes('No.', false), says('Sorry.')];
    const { thread } = engineWith(proposes('A', 'B', 'C'), says('So?'), ...fails, ...fails);
    await thread.plan.approve(await plan(thread));
    await thread.plan.execute().result();
    const waiting = await thread.plan.skip().result();
    expect(waiting.steps.map(({ status }) => status)).toEqual(['skipped', 'failed', 'pending']);
    expect((await thread.plan.giveUp()).status).toBe('failed');
    expect(await problemOf(() => thread.plan.execute())).toBe('state');
  });
});

describe('at a pause', () => {
  test('the person changes what is left: finished steps stay as they were, and nothing runs before the new digest', async () => {
    const { thread } = engineWith(
      proposes('A', 'B', 'C'),
      says('So?'),
      finishes('A is there'),
      says('Yes.'),
      finishes('No.', false),
      says('Sorry.'),
      finishes('C is there'),
      says('Yes.'),
      finishes('D is there'),
      says('Yes.'),
    );
    const digest = await plan(thread);
    await thread.plan.approve(digest);
    const before = await thread.plan.execute().result();
    const draft = await thread.plan.draft({ steps: [{ id: 3, ...step('C') }, step('D')] });
    expect(draft).toMatchObject({ status: 'draft', by: 'person', goal: 'Get it done' });
    expect(draft.steps[0]).toEqual(before.steps[0]);
    expect(draft.steps.map(({ id, status }) => [id, status])).toEqual([
      [1, 'completed'],
      [3, 'pending'],
      [4, 'pending'],
    ]);
    expect(await problemOf(() => thread.plan.execute())).toBe('state');
    await thread.plan.approve(draft.digest);
    const done = await thread.plan.execute().result();
    expect(done.steps.map(({ id, result }) => [id, result])).toEqual([
      [1, 'A is there'],
      [3, 'C is there'],
      [4, 'D is there'],
    ]);
  });

  test.each([
    ['nothing', []],
    ['a finished step', [{ id: 1, ...step('A') }]],
    [
      'a step twice',
      [
        { id: 2, ...step('B') },
        { id: 2, ...step('B') },
      ],
    ],
    ['a step of no plan', [{ id: 9, ...step('B') }]],
    ['an empty text', [{ description: '', expectedOutcome: 'x' }]],
  ])('a plan with %s is refused, and the one before stays', async (_, steps) => {
    const { thread } = engineWith(
      proposes('A', 'B'),
      says('So?'),
      finishes('A'),
      says('Yes.'),
      finishes('No.', false),
      says('No.'),
    );
    await thread.plan.approve(await plan(thread));
    const before = await thread.plan.execute().result();
    expect(await problemOf(() => thread.plan.draft({ steps }))).toBe('content');
    expect(thread.plan.current).toEqual(before);
  });
});

describe('when the program ends in the middle of a step', () => {
  /** A program that has begun a plan of two steps, and ended after these turns; then another one that goes on. */
  async function restart(before: readonly PlayedTurn[], ...after: readonly PlayedTurn[]) {
    const store = new MemoryThreadStore();
    const first = engineWith({ store }, proposes('A', 'B'), says('So?'), ...before);
    await first.thread.plan.approve(await plan(first.thread));
    const run = first.thread.plan.execute();
    await until(
      () => first.model.requests.length === before.length + 3,
      'the model was asked for what it never says',
    );
    await first.thread.interrupt();
    expect((await run.result()).steps[0]?.status).toBe('running');
    const second = engineWith({ store }, ...after);
    const thread = await second.engine.openThread(first.thread.id);
    return { ...second, thread };
  }

  test('the turn of the step goes on, and what was done is not done again', async () => {
    const { thread, model } = await restart(
      [asksFor(['change', {}])],
      finishes('A is there'),
      says('Yes.'),
      finishes('B is there'),
      says('Yes.'),
    );
    expect(thread.plan.current).toMatchObject({ status: 'executing', steps: [{ status: 'running' }, {}] });
    expect((await thread.plan.execute().result()).status).toBe('completed');
    expect(lifeOf(thread)).toEqual([
      'turn in plan',
      'plan',
      'plan_approved',
      'step 1 running',
      'turn in agent of step 1',
      'step 1 completed',
      'step 2 running',
      'turn in agent of step 2',
      'step 2 completed',
      'plan completed',
    ]);
    const calls = thread.branch.filter((entry) => entry.kind === 'call_began' && entry.turn !== undefined);
    expect(calls.length).toBe(
      new Set(calls.map((entry) => entry.kind === 'call_began' && entry.callId)).size,
    );
    expect(model.requests[0]?.messages.at(-1)?.content).toBe('change was run');
  });

  test('a verdict that was given counts, and the next step begins', async () => {
    // It ended while the model wrote its last sentence.
    const { thread, sent } = await restart(
      [finishes('A is there')],
      says('Yes.'),
      finishes('B'),
      says('Yes.'),
    );
    const done = await thread.plan.execute().result();
    expect(done.steps.map(({ result }) => result)).toEqual(['A is there', 'B']);
    expect(sent(1)).toContain('Step 2 of 2: Do B');
  });

  test('a step whose turn had ended is not begun again either', async () => {
    const { thread: begun, engine } = engineWith(
      proposes('A', 'B'),
      says('So?'),
      finishes('A is there'),
      says('Yes.'),
    );
    await begun.plan.approve(await plan(begun));
    begun.plan.execute();
    await until(
      () => begun.branch.filter(({ kind }) => kind === 'turn_ended').length === 2,
      'the first step has ended',
    );
    const ended = begun.branch.findLast(({ kind }) => kind === 'turn_ended');
    const copy = await begun.duplicate({ until: ended?.id ?? '' });
    expect(copy.plan.current?.steps[0]?.status).toBe('running');
    await engine.closeThread(begun.id);
    const run = copy.plan.execute();
    await until(() => copy.plan.current?.steps[0]?.status === 'completed', 'its verdict counts');
    expect(copy.plan.current?.steps[0]?.result).toBe('A is there');
    run.stop();
    await run.result();
  });
});

test('approving may begin with a cleared window, in which the plan is', async () => {
  const { thread, model } = engineWith(proposes('A'), says('So?'), finishes('A is there'), says('Yes.'));
  const digest = await plan(thread);
  await thread.plan.approve(digest, { clears: true });
  await thread.plan.execute().result();
  const texts = model.requests[2]?.messages.map(({ content }) => content) ?? [];
  expect(texts[1]).toContain(
    '(The plan, which the person has approved: Get it done)\n[ ] 1. Do A (expected: A is there)',
  );
  expect(texts.join('\n')).not.toContain('Plan it.');
});
