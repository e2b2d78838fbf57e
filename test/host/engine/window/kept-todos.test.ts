import { describe, expect, test } from 'vitest';
import type { LLMMessage } from '../../../../src/actors/protocol/llm.js';
import type { EntryBody, ThreadEntry } from '../../../../src/actors/protocol/thread.js';
import { TODO_TOOL, type Todo } from '../../../../src/actors/protocol/todos/read-todos.js';
import { compactConversation } from '../../../../src/host/engine/window/compact-conversation.js';
import { RequestWindow } from '../../../../src/host/engine/window/request-window.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { LimitedModel, type SummaryBehaviour } from '../../../doubles/limited-model.js';

const HEAD = { mode: 'agent', prompt: 'You are an agent.', tools: [] } as const;

// Some 9,000 tokens.
const MESSAGES = Array.from({ length: 40 }, (_, index): LLMMessage => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Sentence ${index}. ${'What was said before. '.repeat(40)}`,
}));

/** The request after a compaction of a conversation in which the model has kept this list. */
async function compact(todos: readonly Todo[], summary: SummaryBehaviour, window = 8_000) {
  const bodies: EntryBody[] = [
    { kind: 'thread', version: 2, roots: ['/work'] },
    { kind: 'call', callId: '1', tool: TODO_TOOL, category: 'Read file', params: { todos }, paths: [] },
    {
      kind: 'observation',
      callId: '1',
      tool: TODO_TOOL,
      result: { outcome: 'success', success: true, output: '' },
    },
    { kind: 'compaction', messages: MESSAGES, pinned: 0, head: HEAD },
  ];
  const entries = bodies.map(
    (body, seq) => ({ id: `e${seq}`, parent: null, seq, at: 0, ...body }) as ThreadEntry,
  );
  const model = new LimitedModel({ window, summary, reply: () => 'Done.' });
  const requests = new RequestWindow({ adapter: model, branch: () => entries, composeHead: () => HEAD });
  const clock = new FakeClock();
  clock.autoAdvance();
  const { signal } = new AbortController();
  const made = await compactConversation(requests, { cause: 'full', clock, random: () => 0, signal });
  return { stage: made?.report?.stage, messages: made?.messages ?? [], tokens: made?.report?.tokensAfter };
}

const TODOS: readonly Todo[] = [
  { content: 'Read the code', status: 'completed' },
  { content: 'Write the test', status: 'in_progress' },
  { content: 'Mend it', status: 'pending' },
];

describe('a compaction', () => {
  test.each([
    ['good', 'summarised'],
    ['fails', 'cut'],
  ] as const)('keeps the to-do list word for word, where the summary is %s', async (summary, stage) => {
    const made = await compact(TODOS, summary);
    expect(made.stage).toBe(stage);
    const told = made.messages.filter(({ content }) => content.includes('to-do list'));
    expect(told).toHaveLength(1);
    expect(told[0]?.role).toBe('user');
    expect(told[0]?.content).toContain('[x] Read the code\n[>] Write the test\n[ ] Mend it');
  });

  test.each(['good', 'fails'] as const)(
    'keeps none that is done, where the summary is %s',
    async (summary) => {
      const done = TODOS.map((todo): Todo => ({ ...todo, status: 'completed' }));
      const made = await compact(done, summary);
      expect(JSON.stringify(made.messages)).not.toContain('to-do list');
    },
  );

  test.each(['good', 'fails'] as const)(
    'keeps the beginning of a huge one, and fits, where the summary is %s',
    async (summary) => {
      const huge = Array.from({ length: 50 }, (_, at): Todo => ({
        content: `${at} ${'word '.repeat(39)}`.slice(0, 200),
        status: 'pending',
      }));
      const made = await compact(huge, summary, 4_000);
      expect(made.tokens).toBeLessThan(4_000);
      const told = made.messages.find(({ content }) => content.includes('to-do list'))?.content ?? '';
      expect(told).toContain('[ ] 0 word');
      expect(told).not.toContain('[ ] 49 word');
    },
  );
});
