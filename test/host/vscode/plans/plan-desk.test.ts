import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PlanFromView, ShownPlan } from '../../../../src/actors/protocol/plans/plan-messages.js';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import { MemoryThreadStore } from '../../../../src/actors/threads/memory-store.js';
import { createFinishStepTool } from '../../../../src/actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../../../../src/actors/tools/plans/propose-plan.js';
import type { TurnOptions } from '../../../../src/host/engine/turn-options.js';
import { ChatSession } from '../../../../src/host/vscode/chat/chat-session.js';
import { PlanDesk } from '../../../../src/host/vscode/plans/plan-desk.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, PlayedModel, type PlayedTurn, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';
import { until } from '../../../doubles/until.js';

const step = (name: string) => ({ description: `Do ${name}`, expectedOutcome: `${name} is there` });
const proposes = (...names: readonly string[]): PlayedTurn =>
  asksFor(['propose_plan', { goal: 'Get it done', steps: names.map(step) }]);
const finishes = (observed: string, isMet = true): PlayedTurn =>
  asksFor(['finish_step', { isMet, observed }]);

/** A window with a view: the session over a real engine, and the plan as the view has it. */
function openWindow(
  turns: readonly PlayedTurn[],
  { isTrusted = true, store = new MemoryThreadStore() } = {},
) {
  const model = new PlayedModel(turns);
  const clock = new FakeClock();
  const held = new Set<ThreadId>();
  const { engine } = makeEngine(
    model,
    [createProposePlanTool(), createFinishStepTool(), simpleTool('change', { isReadOnly: false })],
    { store, approvals: { 'File edits': 'auto' }, createAdapter: () => model },
  );
  let last: ThreadId | undefined;
  let plan: ShownPlan | undefined;
  const failures: string[] = [];
  const session: ChatSession = new ChatSession({
    clock,
    store: {
      read: (id) => store.read(id),
      isHeldElsewhere: () => Promise.resolve(false),
      claim: (id) => {
        const claim = held.has(id) ? 'held' : 'claimed';
        held.add(id);
        return Promise.resolve(claim);
      },
      take: () => Promise.resolve(true),
    },
    last: {
      read: () => Promise.resolve(last),
      write: (id) => {
        last = id;
        return Promise.resolve();
      },
    },
    chosenMode: 'plan',
    openEngine: () => Promise.resolve(engine),
    askElsewhere: () => Promise.resolve('here'),
    copyThread: () => Promise.resolve(randomUUID() as ThreadId),
    turnOptions: (mode): Promise<TurnOptions> =>
      Promise.resolve({ mode: isTrusted ? (mode ?? 'plan') : 'gather' }),
    post: () => undefined,
    postState: () => {
      ({ plan } = desk.state);
    },
    saveMode: () => undefined,
    onWaiting: () => undefined,
    onActivity: () => {
      desk.changed();
    },
    onTurnEnd: () => undefined,
    onProblem: () => undefined,
  });
  const desk: PlanDesk = new PlanDesk({
    session,
    panel: {
      post: (message) => {
        ({ plan } = message);
      },
    },
    onFailure: (what, error) => failures.push(`${what}: ${error instanceof Error ? error.message : ''}`),
  });
  return {
    session,
    desk,
    model,
    failures,
    store,
    get plan() {
      return plan;
    },
    /** Plans, and resolves to the plan that the view shows. */
    async planned(): Promise<ShownPlan> {
      await session.send({ text: 'Plan it.', attachments: [] });
      return until(
        () => (plan?.status === 'draft' && !session.activity.isRunning ? plan : undefined),
        'a draft',
      );
    },
    /** Does something with the plan, and resolves once it is as expected and nothing runs. */
    async tell(message: PlanFromView, isSo: (now: ShownPlan | undefined) => boolean): Promise<void> {
      await desk.handle(message);
      await until(() => {
        if (!session.activity.isRunning && isSo(plan)) return true;
        throw new Error(JSON.stringify({ plan, failures, unsent: session.catchUp().unsent }));
      }, 'the plan is as expected, and nothing runs');
    },
  };
}

const statuses = (plan: ShownPlan | undefined) => plan?.steps.map(({ id, status }) => `${id} ${status}`);

test('a plan is shown, approved without a step, carried out, and gone once the conversation goes on', async () => {
  const window = openWindow([
    proposes('A', 'B', 'C'),
    says('So?'),
    finishes('A is there'),
    says('Yes.'),
    finishes('C is there'),
    says('Yes.'),
    says('Hello.'),
  ]);
  const { digest } = await window.planned();
  await window.tell({ type: 'approvePlan', digest, without: [2] }, (now) => now?.status === 'completed');
  expect(statuses(window.plan)).toEqual(['1 completed', '3 completed']);
  expect(window.plan).toMatchObject({ by: 'person', isCarriedOut: false });
  expect(window.session.chosenMode).toBe('agent');
  await window.session.send({ text: 'Hi', attachments: [] }, 'queue', 'gather');
  await until(() => window.plan === undefined, 'it is gone');
});

test('a step that fails waits for the person, who tries again, skips, or gives it up', async () => {
  const window = openWindow([
    proposes('A', 'B', 'C'),
    says('So?'),
    ...[false, false].flatMap((isMet) => [finishes('no A', isMet), says('No.')]),
    finishes('no B', false),
    says('No.'),
  ]);
  const { digest } = await window.planned();
  const isAt = (id: number) => (now: ShownPlan | undefined) =>
    now?.steps.find((one) => one.id === id)?.status === 'failed' && !now.isCarriedOut;
  await window.tell({ type: 'approvePlan', digest }, isAt(1));
  await window.tell({ type: 'carryOutPlan' }, isAt(1));
  expect(JSON.stringify(window.model.requests.at(-1))).toContain('It was tried before, and failed: no A');
  await window.tell({ type: 'skipStep' }, isAt(2));
  expect(statuses(window.plan)).toEqual(['1 skipped', '2 failed', '3 pending']);
  await window.tell({ type: 'giveUpPlan' }, (now) => now?.status === 'failed');
  expect(window.failures).toEqual([]);
});

test('a plan that has changed since it was shown is neither approved nor changed', async () => {
  const window = openWindow([proposes('A', 'B'), says('So?')]);
  const before = await window.planned();
  const [first, second] = before.steps;
  if (first === undefined || second === undefined) throw new Error('There are two steps.');
  const steps = [second, { ...first, description: 'Do A well' }];
  await window.tell({ type: 'changePlan', digest: before.digest, steps }, (now) => now?.by === 'person');
  expect(window.plan?.steps.map(({ id, description }) => `${id} ${description}`)).toEqual([
    '2 Do B',
    '1 Do A well',
  ]);
  await window.desk.handle({ type: 'changePlan', digest: before.digest, steps });
  expect(window.failures).toEqual([expect.stringContaining('it has changed since it was shown')]);
  for (const without of [[], [1]])
    await window.tell(
      { type: 'approvePlan', digest: before.digest, without },
      (now) => now?.status === 'draft',
    );
  expect(window.session.catchUp().unsent.map(({ error }) => error?.message)).toEqual([
    expect.stringContaining('changed since it was shown'),
  ]);
  expect(window.plan?.status).toBe('draft');
});

test('in a folder that is not trusted, no step begins', async () => {
  const window = openWindow([proposes('A'), says('So?')], { isTrusted: false });
  // The engine lets a plan be proposed in the mode plan alone.
  await window.session.send({ text: 'Plan it.', attachments: [] });
  const thread = await window.session.openShown();
  await thread.plan.draft({ goal: 'All', steps: [step('A')] });
  const plan = await until(() => window.plan, 'the plan');
  await window.tell({ type: 'approvePlan', digest: plan.digest }, (now) => now?.status === 'draft');
  expect(window.session.catchUp().unsent.map(({ error }) => error?.message)).toEqual([
    expect.stringContaining('trust this folder first'),
  ]);
});

test('a plan goes on while another chat is shown, and its chat is let go when it is done', async () => {
  const window = openWindow([
    proposes('A', 'B'),
    says('So?'),
    asksFor(['change', {}]),
    finishes('A is there'),
    says('Yes.'),
    finishes('B is there'),
    says('Yes.'),
  ]);
  const { digest } = await window.planned();
  const id = window.session.threadId;
  await window.desk.handle({ type: 'approvePlan', digest });
  window.session.newChat();
  expect(window.plan).toBeDefined();
  await until(() => window.session.background.length === 0, 'the plan is done');
  const kinds: string[] = [];
  if (id !== undefined) for await (const entry of window.store.read(id)) kinds.push(entry.kind);
  expect(kinds.at(-1)).toBe('plan_ended');
  expect(kinds.filter((kind) => kind === 'turn_ended')).toHaveLength(3);
});

test('a window that opens shows the plan of the last one, where it waits', async () => {
  const store = new MemoryThreadStore();
  const first = openWindow([proposes('A', 'B'), says('So?'), finishes('A', false), says('No.')], { store });
  const { digest } = await first.planned();
  await first.tell({ type: 'approvePlan', digest }, (now) => now?.steps[0]?.status === 'failed');
  const { threadId } = first.session;
  await first.session.close();
  const second = openWindow([finishes('A'), says('Yes.'), finishes('B'), says('Yes.')], { store });
  await second.session.open(threadId as ThreadId);
  await until(() => second.plan?.steps[0]?.status === 'failed', 'it is shown');
  await second.tell({ type: 'carryOutPlan' }, (now) => now?.status === 'completed');
});
