import * as fc from 'fast-check';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';
import type { EntryBody, ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import { askInWindow } from '../../src/host/engine/window/ask-in-window.js';
import { RequestWindow } from '../../src/host/engine/window/request-window.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../doubles/api-rules.js';
import { FakeClock } from '../doubles/fake-clock.js';
import type { LimitedModel, SummaryBehaviour } from '../doubles/limited-model.js';

export const HEAD = { mode: 'agent', prompt: 'You are an agent. '.repeat(20), tools: [] } as const;

/** A thread that began with these messages, and the window of a model over it. */
export function openWindow(model: LimitedModel, messages: readonly LLMMessage[], pinned = 0) {
  const entries: ThreadEntry[] = [];
  const append = (body: EntryBody): void => {
    entries.push({
      id: `e${entries.length}`,
      parent: null,
      seq: entries.length,
      at: 0,
      ...body,
    } as ThreadEntry);
  };
  append({ kind: 'thread', version: 2, roots: ['/work'] });
  append({ kind: 'compaction', messages, pinned, head: HEAD });
  const window = new RequestWindow({ adapter: model, branch: () => entries, composeHead: () => HEAD });
  return { entries, append, window, id: 't' as ThreadId };
}

export const behaviours = fc.constantFrom<SummaryBehaviour>(
  'good',
  'empty',
  'longer',
  'calls',
  'fails',
  'overflows',
);

/** Windows down to 4,000 tokens, the small ones most often. */
export const windows = fc.oneof(
  fc.constant(4_000),
  fc.integer({ min: 4_000, max: 16_000 }),
  fc.integer({ min: 4_000, max: 200_000 }),
);

export const RULES = [chatCompletionsRules, messagesRules, responsesRules];

export async function ask(
  model: LimitedModel,
  conversation: { messages: readonly LLMMessage[]; pinned: number },
) {
  const opened = openWindow(model, conversation.messages, conversation.pinned);
  const clock = new FakeClock();
  clock.autoAdvance();
  const compactions: Extract<EntryBody, { kind: 'compaction' }>[] = [];
  const reply = await askInWindow(opened.window, {
    signal: new AbortController().signal,
    clock,
    random: () => 0,
    onCompacted: (body) => {
      compactions.push(body);
      opened.append(body);
      return Promise.resolve();
    },
  });
  return { ...opened, reply, compactions };
}
