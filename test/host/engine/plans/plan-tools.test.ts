import { expect, test } from 'vitest';
import type { ThreadStore } from '../../../../src/actors/protocol/thread-store.js';
import type { AgentMode } from '../../../../src/actors/protocol/agent.js';
import { MemoryThreadStore } from '../../../../src/actors/threads/memory-store.js';
import { createFinishStepTool } from '../../../../src/actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../../../../src/actors/tools/plans/propose-plan.js';
import type { AgentEngine } from '../../../../src/host/engine/agent-engine.js';
import type { Thread } from '../../../../src/host/engine/thread.js';
import { toolsForModel } from '../../../../src/host/engine/window/tools-for-model.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, type PlayedModel, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';
import { until } from '../../../doubles/until.js';

const TOOLS = [
  simpleTool('look'),
  createProposePlanTool(),
  createFinishStepTool(),
  simpleTool('change', { isReadOnly: false }),
];
const PLAIN = ['look', 'change'];
const WITH_PLANS = ['look', 'propose_plan', 'finish_step', 'change'];

const answers = (count: number) => Array.from({ length: count }, (_, index) => says(`Answer ${index}.`));

function start(store: ThreadStore, turns = answers(9)): { engine: AgentEngine; model: PlayedModel } {
  return makeEngine(turns, TOOLS, { store });
}

async function say(thread: Thread, mode: AgentMode): Promise<void> {
  await (await thread.send('Go', { mode })).result();
}

/** The heads of the requests, each as the names of its tools. */
const toolsOf = ({ requests }: PlayedModel): readonly (readonly string[])[] =>
  requests.map(({ options }) => (options.tools ?? []).map(({ name }) => name));

/** The heads of the requests, as they were sent. */
const headsOf = ({ requests }: PlayedModel): readonly string[] =>
  requests.map(({ messages, options }) => JSON.stringify([messages[0], options.tools]));

test('the tools of plans come with the first turn that plans, and stay, so that the head changes once', async () => {
  const { engine, model } = start(new MemoryThreadStore());
  const thread = engine.createThread();
  const modes: readonly AgentMode[] = ['agent', 'gather', 'agent', 'plan', 'agent', 'plan', 'gather'];
  for (const mode of modes) await say(thread, mode);
  expect(toolsOf(model)).toEqual([PLAIN, PLAIN, PLAIN, WITH_PLANS, WITH_PLANS, WITH_PLANS, WITH_PLANS]);
  const [first, ...heads] = headsOf(model);
  expect(heads.slice(0, 2)).toEqual([first, first]);
  expect(new Set(heads.slice(2)).size).toBe(1);
  expect(
    thread.branch.filter((entry) => entry.kind === 'turn_began' && entry.head !== undefined).length,
  ).toBe(2);
  // No turn has to tell the model that tools came or went.
  expect(thread.branch.filter((entry) => entry.kind === 'notice')).toEqual([]);
  expect(
    thread.branch.filter((entry) => entry.kind === 'turn_began' && entry.toolsChanged !== undefined),
  ).toEqual([]);
});

test('a conversation that begins with a plan has one head', async () => {
  const { engine, model } = start(new MemoryThreadStore());
  const thread = engine.createThread();
  await say(thread, 'plan');
  await say(thread, 'agent');
  expect(toolsOf(model)).toEqual([WITH_PLANS, WITH_PLANS]);
  expect(new Set(headsOf(model)).size).toBe(1);
});

test('the step of a plan that a person has written brings the tools of plans', async () => {
  const { engine, model } = start(new MemoryThreadStore(), [
    says('Hello.'),
    asksFor(['finish_step', { isMet: true, observed: 'It is there.' }]),
    says('Done.'),
    says('Again.'),
  ]);
  const thread = engine.createThread();
  await say(thread, 'agent');
  const { digest } = await thread.plan.draft({
    goal: 'Get it done',
    steps: [{ description: 'Do it', expectedOutcome: 'It is there' }],
  });
  await thread.plan.approve(digest);
  expect((await thread.plan.execute().result()).status).toBe('completed');
  await say(thread, 'agent');
  expect(toolsOf(model)).toEqual([PLAIN, WITH_PLANS, WITH_PLANS, WITH_PLANS]);
});

test('an opened conversation has the tools of its record, before and after it has planned', async () => {
  const store = new MemoryThreadStore();
  const first = start(store);
  const plain = first.engine.createThread();
  await say(plain, 'agent');
  const planned = first.engine.createThread();
  await say(planned, 'plan');
  await plain.close();
  await planned.close();

  const second = start(store);
  await say(await second.engine.openThread(plain.id), 'agent');
  await say(await second.engine.openThread(planned.id), 'agent');
  expect(toolsOf(second.model)).toEqual([PLAIN, WITH_PLANS]);
  expect(headsOf(second.model)).toEqual(headsOf(first.model));
});

test.each<[mode: AgentMode, tools: readonly string[]]>([
  ['plan', WITH_PLANS],
  ['agent', PLAIN],
])('a turn in the mode %s that is continued has the tools that it began with', async (mode, tools) => {
  const store = new MemoryThreadStore();
  const first = start(store, [asksFor(['look', {}])]);
  const thread = first.engine.createThread();
  await thread.send('Go', { mode });
  await until(() => first.model.requests.length === 2, 'the second request');
  await thread.interrupt();
  const second = start(store);
  await (await second.engine.openThread(thread.id)).resume()?.result();
  expect(toolsOf(second.model)).toEqual([tools]);
  expect(headsOf(second.model)).toEqual([headsOf(first.model)[0]]);
});

test('a copy and an edit from before the first plan have none of its tools, and one from behind it has', async () => {
  const { engine, model } = start(new MemoryThreadStore());
  const thread = engine.createThread();
  await say(thread, 'agent');
  const before = thread.branch.at(-1)?.id ?? '';
  await say(thread, 'plan');
  const message = thread.branch.findLast(({ kind }) => kind === 'user_message')?.id ?? '';

  await say(await thread.duplicate({ until: before }), 'agent');
  await say(await thread.duplicate(), 'agent');
  await (await thread.edit(message, 'Rather do it', { mode: 'agent' })).result();
  expect(toolsOf(model)).toEqual([PLAIN, WITH_PLANS, PLAIN, WITH_PLANS, PLAIN]);
  const [first, planned, ...heads] = headsOf(model);
  expect(heads).toEqual([first, planned, first]);
});

test('a compaction keeps the tools that the conversation has', async () => {
  const { engine, model } = start(new MemoryThreadStore());
  const thread = engine.createThread();
  const compact = (): void => {
    thread.append({ kind: 'compaction', messages: [{ role: 'user', content: 'So far: nothing.' }] });
  };
  await say(thread, 'agent');
  compact();
  await say(thread, 'agent');
  await say(thread, 'plan');
  compact();
  await say(thread, 'agent');
  expect(toolsOf(model)).toEqual([PLAIN, PLAIN, WITH_PLANS, WITH_PLANS]);
});

test('a conversation whose head has the tools of plans from the beginning keeps it', async () => {
  const store = new MemoryThreadStore();
  const first = start(store);
  const thread = first.engine.createThread();
  await say(thread, 'plan');
  // As a Troupe wrote it that offered the tools of plans in every conversation.
  const older = thread.branch.map((entry) =>
    entry.kind === 'turn_began' ? { ...entry, mode: 'agent' as const } : entry,
  );
  const followed = toolsForModel(TOOLS, { adapter: first.model, mode: 'agent', branch: older });
  expect(followed.map(({ name }) => name)).toEqual(WITH_PLANS);
});
