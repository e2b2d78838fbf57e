import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branchHeads, branchTo } from '../../../src/actors/threads/branch.js';
import { toMessages } from '../../../src/actors/threads/to-messages.js';
import { userContent } from '../../../src/actors/threads/user-text.js';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';
import type { ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { conversations, entriesOf } from '../../arbitraries/conversation.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../../doubles/api-rules.js';
import { RUNS } from './property-runs.js';

const APIS = { 'openai-chat': chatCompletionsRules, openai: responsesRules, anthropic: messagesRules };

/** Every branch of a conversation. */
function branchesOf(entries: readonly ThreadEntry[]): readonly (readonly ThreadEntry[])[] {
  return branchHeads(entries).map(({ id }) => branchTo(entries, id));
}

/** The calls of a branch that have no observation. */
function openCalls(branch: readonly ThreadEntry[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const entry of branch) {
    if (entry.kind === 'reply') for (const { id } of entry.toolCalls) open.add(id);
    if (entry.kind === 'observation') open.delete(entry.callId);
  }
  return open;
}

describe.each(Object.entries(APIS))('messages for %s', (provider, rules) => {
  test('are accepted at every prefix of every branch', () => {
    fc.assert(
      fc.property(conversations, (happenings) => {
        for (const branch of branchesOf(entriesOf(happenings)))
          for (let end = 1; end <= branch.length; end += 1)
            expect(rules(toMessages(branch.slice(0, end), provider))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

test('a request at the beginning of a turn does not end with a message of the model', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings)))
        for (const [index, { kind }] of branch.entries())
          if (kind === 'turn_began')
            expect(toMessages(branch.slice(0, index + 1), 'other').at(-1)?.role).toMatch(/user|tool/);
    }),
    { numRuns: RUNS },
  );
});

test('more entries only add messages, save for the results of open calls and a compaction', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings)))
        for (let end = 1; end < branch.length; end += 1) {
          if (branch[end]?.kind === 'compaction') continue;
          const open = openCalls(branch.slice(0, end));
          const mask = (message: LLMMessage): unknown =>
            message.role === 'tool' && open.has(message.toolCallId) ? message.toolCallId : message;
          const before = toMessages(branch.slice(0, end), 'other').map(mask);
          const after = toMessages(branch.slice(0, end + 1), 'other').map(mask);
          expect(after.slice(0, before.length)).toEqual(before);
        }
    }),
    { numRuns: RUNS },
  );
});

test('a message reaches the model once, in order, when its turn is over', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings))) {
        if (branch.at(-1)?.kind !== 'turn_ended') continue;
        const start = branch.findLastIndex(({ kind }) => kind === 'compaction') + 1;
        const sent = branch
          .slice(start)
          .flatMap((entry) =>
            entry.kind === 'user_message' ? [userContent(entry.text, entry.attachments).content] : [],
          );
        const read = toMessages(branch, 'other').filter(({ role }) => role === 'user');
        let text = read.map(({ content }) => content).join('\n\n');
        for (const content of sent) {
          expect(text).toContain(content);
          text = text.slice(text.indexOf(content) + content.length);
        }
      }
    }),
    { numRuns: RUNS },
  );
});
