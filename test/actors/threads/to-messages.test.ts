import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branchHeads, branchTo } from '../../../src/actors/threads/branch.js';
import { listUnread, toMessages } from '../../../src/actors/threads/to-messages.js';
import { instructionsText } from '../../../src/actors/threads/instructions/instructions-text.js';
import { userContent } from '../../../src/actors/threads/user-text.js';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';
import type { EntryId, ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { conversations, entriesOf } from '../../arbitraries/conversation.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../../doubles/api-rules.js';
import { RUNS } from './property-runs.js';

const APIS = { 'openai-chat': chatCompletionsRules, openai: responsesRules, anthropic: messagesRules };

/** Every branch of a conversation. */
function branchesOf(entries: readonly ThreadEntry[]): readonly (readonly ThreadEntry[])[] {
  return branchHeads(entries).map(({ id }) => branchTo(entries, id));
}

/** Behind one of these, a request may begin. */
const REQUESTING: ReadonlySet<string> = new Set(['turn_began', 'observation', 'turn_ended']);

/** The calls of a branch that have no observation. */
function openCalls(branch: readonly ThreadEntry[]): ReadonlySet<string> {
  const open = new Set<string>();
  for (const entry of branch) {
    if (entry.kind === 'reply') for (const { id } of entry.toolCalls) open.add(id);
    if (entry.kind === 'observation') open.delete(entry.callId);
  }
  return open;
}

/** The messages that a branch takes back before a request had them. */
function withdrawnIn(branch: readonly ThreadEntry[]): ReadonlySet<EntryId> {
  const ids = branch.flatMap((entry, index) => {
    if (entry.kind !== 'message_withdrawn') return [];
    return listUnread(branch.slice(0, index)).includes(entry.message) ? [entry.message] : [];
  });
  return new Set(ids);
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

test('more entries only add messages, save for results of open calls, a compaction and what is withdrawn', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings)))
        for (let end = 1; end < branch.length; end += 1) {
          if (/^(compaction|instructions|message_withdrawn)$/.test(branch[end]?.kind ?? '')) continue;
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
        const compaction = branch.findLastIndex(({ kind }) => kind === 'compaction');
        // A compaction does not replace what was sent to the running turn while its last request was under way.
        const before = branch.slice(0, Math.max(0, compaction));
        const turn = before.findLast(({ kind }) => kind === 'turn_began')?.turn;
        const read = before.findLastIndex(({ kind }) => REQUESTING.has(kind));
        const isRunning = before
          .slice(Math.max(0, read))
          .every(({ kind, turn: of }) => kind !== 'turn_ended' && (kind !== 'user_message' || of === turn));
        const start = read >= 0 && isRunning ? read + 1 : compaction + 1;
        const withdrawn = withdrawnIn(branch);
        const sent = branch
          .slice(start)
          .flatMap((entry) =>
            entry.kind === 'user_message' && !withdrawn.has(entry.id)
              ? [userContent(entry.text, entry.attachments).content]
              : [],
          );
        const users = toMessages(branch, 'other').filter(({ role }) => role === 'user');
        let text = users.map(({ content }) => content).join('\n\n');
        for (const content of sent) {
          expect(text).toContain(content);
          text = text.slice(text.indexOf(content) + content.length);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('a reply directly follows the messages of its request, whatever was sent meanwhile', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings))) {
        let request: readonly LLMMessage[] = [];
        for (const [index, { kind }] of branch.entries()) {
          const before = branch.slice(0, index + 1);
          const isRequest =
            kind === 'turn_began' ||
            kind === 'observation' ||
            kind === 'compaction' ||
            kind === 'instructions';
          const turn = before.slice(before.findLastIndex((entry) => entry.kind === 'turn_began'));
          if (isRequest && openCalls(turn).size === 0) request = toMessages(before, 'other');
          if (kind !== 'reply') continue;
          const messages = toMessages(before, 'other');
          expect(messages.slice(0, request.length)).toEqual(request);
          const added = messages.slice(request.length).map(({ role }) => role);
          expect(added.join()).toMatch(/^(assistant(,tool)*)?$/);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

test('a message that is withdrawn in time is in no request, and the requests are those of a thread without it', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings))) {
        const withdrawn = withdrawnIn(branch);
        const without = branch.filter(
          (entry) => entry.kind !== 'message_withdrawn' && !withdrawn.has(entry.id),
        );
        expect(toMessages(branch, 'other')).toEqual(toMessages(without, 'other'));
      }
    }),
    { numRuns: RUNS },
  );
});

test('instructions are at the end of the request behind them, and everything before stays', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      for (const branch of branchesOf(entriesOf(happenings)))
        for (const [index, entry] of branch.entries()) {
          if (entry.kind !== 'instructions') continue;
          const before = toMessages(branch.slice(0, index), 'other');
          const after = toMessages(branch.slice(0, index + 1), 'other');
          const last = after.at(-1);
          expect(last?.role).toBe('user');
          expect(last?.content.endsWith(instructionsText(entry))).toBe(true);
          const isOwn = after.length > before.length;
          expect(after.slice(0, -1)).toEqual(isOwn ? before : before.slice(0, -1));
          if (!isOwn) expect(last?.content.startsWith(before.at(-1)?.content ?? '?')).toBe(true);
        }
    }),
    { numRuns: RUNS },
  );
});
