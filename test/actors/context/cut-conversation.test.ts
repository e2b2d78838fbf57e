import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutConversation } from '../../../src/actors/context/cut-conversation.js';
import { countTokens } from '../../../src/actors/context/message-tokens.js';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';
import { conversationsOfMessages } from '../../arbitraries/messages.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../../doubles/api-rules.js';
import { CONTEXT_RUNS } from '../../properties/context-runs.js';

// A token a character, so that a test can count them.
const estimateTokens = (text: string): number => text.length;
const cut = (text: string, maxTokens: number): string =>
  text.length <= maxTokens ? text : `${text.slice(0, maxTokens - 1)}…`;
const NONE: ReadonlySet<LLMMessage> = new Set();
const shorten = (messages: readonly LLMMessage[], maxTokens: number, pinned = NONE): readonly LLMMessage[] =>
  cutConversation(messages, { pinned, maxTokens, estimateTokens, cut }).messages;

const user = (content: string): LLMMessage => ({ role: 'user', content });
const said = (content: string, ...ids: readonly string[]): LLMMessage => ({
  role: 'assistant',
  content,
  ...(ids.length === 0 ? {} : { toolCalls: ids.map((id) => ({ id, name: 'look', arguments: '{}' })) }),
});
const result = (toolCallId: string, content: string): LLMMessage => ({
  role: 'tool',
  toolCallId,
  name: 'look',
  content,
});

describe('a conversation that is cut', () => {
  test('loses opaque state with the message that is cut', () => {
    const opaque = { provider: 'here', data: { details: ['d'.repeat(5_000)] } };
    const whole: LLMMessage = { role: 'assistant', content: 'Look.', reasoning: 'r', toolCalls: [], opaque };
    const { opaque: _, ...rest } = whole;
    expect(shorten([user('Hi'), whole, user('And?')], 500)).toEqual([user('Hi'), rest, user('And?')]);
    expect(shorten([user('Hi'), whole, user('And?')], 50_000)).toEqual([user('Hi'), whole, user('And?')]);
  });

  test('loses its images, which are named, and keeps those of the last message', () => {
    const image = { mediaType: 'image/png', data: 'A'.repeat(9_000), size: { width: 2_000, height: 3_000 } };
    const messages: LLMMessage[] = [
      user('Hi'),
      said('I look.', 'a'),
      { ...result('a', 'Here.'), role: 'tool', toolCallId: 'a', name: 'look', images: [image] },
      { role: 'user', content: 'And this?', images: [image] },
    ];
    const [, , shot, last] = shorten(messages, 2_000);
    expect(shot).toEqual(
      result(
        'a',
        'Here.\n[... an image of 2000x3000, image/png, was taken out here when the conversation was too long for your window ...]',
      ),
    );
    expect(last).toBe(messages[3]);
  });

  test('loses the middle of its longest results, and nothing else', () => {
    const messages = [
      user('Hi'),
      said('I look.', 'a', 'b'),
      result('a', 'x'.repeat(20_000)),
      result('b', 'y'.repeat(900)),
      said('z'.repeat(5_000)),
      user('And?'),
    ];
    expect(shorten(messages, 12_000)).toEqual(messages.with(2, result('a', `${'x'.repeat(3_999)}…`)));
  });

  test('loses of what was said, thought and written as well, but nothing of what the person said last', () => {
    const long = 'w'.repeat(20_000);
    const call = {
      id: 'a',
      name: 'rewrite_file',
      arguments: JSON.stringify({ uri: 'a.ts', new_content: long }),
    };
    const messages: LLMMessage[] = [
      user(long),
      { role: 'assistant', content: long, reasoning: long, toolCalls: [call] },
      result('a', 'Wrote a.ts.'),
      user(long),
    ];
    const short = `${'w'.repeat(249)}…`;
    expect(shorten(messages, 22_000)).toEqual([
      user(short),
      {
        role: 'assistant',
        content: short,
        reasoning: short,
        toolCalls: [{ ...call, arguments: JSON.stringify({ uri: 'a.ts', new_content: short }) }],
      },
      result('a', 'Wrote a.ts.'),
      user(long),
    ]);
  });

  test('loses its oldest messages when all texts are short, says so, and keeps what is pinned', () => {
    const turns = Array.from({ length: 100 }, (_, index) => [
      user(`Question ${index}`),
      said('', `c${index}`),
      result(`c${index}`, 'r'.repeat(100)),
      said('Answer'),
    ]);
    const rules = user('The rules.');
    const [first, read, note, ...rest] = shorten([rules, ...turns.flat()], 800, new Set([rules]));
    expect([first, read]).toEqual([rules, said('(Read.)')]);
    expect(note?.content).toMatch(/^\(The oldest messages of this conversation, 38\d of them, were left out/);
    expect(turns.flat().slice(-rest.length)).toEqual(rest.filter((message) => message !== read));
  });

  test('fits at each length, with the replies that stand between messages of the person', () => {
    const rules = user('The rules.');
    const turns = Array.from({ length: 8 }, (_, index) => [
      user(`Question ${index}`),
      user('q'.repeat(40)),
      said('', `c${index}`),
      result(`c${index}`, 'r'.repeat(100 + 150 * index)),
    ]);
    const messages = [rules, ...turns.flat(), user('And?')];
    const lengthAt = (maxTokens: number): number =>
      countTokens(shorten(messages, maxTokens, new Set([rules])), estimateTokens);
    const least = lengthAt(0);
    const all = countTokens(messages, estimateTokens);
    const lengths = Array.from({ length: all - least }, (_, index) => least + index);
    expect(lengths.filter((maxTokens) => lengthAt(maxTokens) > maxTokens)).toEqual([]);
  });

  test('keeps what the person says when that is all there is', () => {
    expect(shorten([user('x'.repeat(100_000))], 10)).toEqual([user('x'.repeat(100_000))]);
    expect(shorten([], 0)).toEqual([]);
  });
});

test('a cut conversation fits if what must stay does, is one that every API takes, and has the newest message', () => {
  fc.assert(
    fc.property(conversationsOfMessages, fc.integer({ min: 0, max: 60_000 }), (conversation, maxTokens) => {
      const { messages } = conversation;
      const pinned = new Set(messages.slice(0, conversation.pinned));
      const made = cutConversation(messages, { pinned, maxTokens, estimateTokens, cut });
      expect(cutConversation(messages, { pinned, maxTokens, estimateTokens, cut })).toEqual(made);
      for (const rules of [chatCompletionsRules, messagesRules, responsesRules])
        expect(rules(made.messages)).toEqual([]);
      const last = messages.findLast((message) => message.role === 'user' && !pinned.has(message));
      expect(made.messages).toContain(last);
      expect(made.messages.slice(0, made.pinned)).toEqual([...pinned]);
      const before = countTokens(messages, estimateTokens);
      const after = countTokens(made.messages, estimateTokens);
      const least = countTokens(
        cutConversation(messages, { pinned, maxTokens: 0, estimateTokens, cut }).messages,
        estimateTokens,
      );
      expect(after).toBeLessThanOrEqual(Math.max(maxTokens, least));
      if (before <= maxTokens) expect(made.messages).toEqual(messages);
      for (const message of made.messages)
        if (message.role === 'assistant')
          for (const call of message.toolCalls ?? []) expect(JSON.parse(call.arguments)).toBeTypeOf('object');
    }),
    { numRuns: CONTEXT_RUNS },
  );
});
