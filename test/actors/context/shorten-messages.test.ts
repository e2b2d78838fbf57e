import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokens, shortenMessages } from '../../../src/actors/context/shorten-messages.js';
import type { LLMMessage } from '../../../src/actors/protocol/llm.js';

// A token a character, so that a test can count them.
const estimateTokens = (text: string): number => text.length;
const cut = (text: string, maxTokens: number): string =>
  text.length <= maxTokens ? text : `${text.slice(0, maxTokens - 1)}…`;
const shorten = (messages: readonly LLMMessage[], maxTokens: number): readonly LLMMessage[] | undefined =>
  shortenMessages(messages, { maxTokens, estimateTokens, cut });

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

describe('a conversation that is too long', () => {
  test('loses opaque state with the message that is cut, and counts what it takes', () => {
    const opaque = { provider: 'here', data: { details: ['d'.repeat(5_000)] } };
    const whole: LLMMessage = { role: 'assistant', content: 'Look.', reasoning: 'r', toolCalls: [], opaque };
    const { opaque: _, ...rest } = whole;
    expect(countTokens([whole], estimateTokens) - countTokens([rest], estimateTokens)).toBeGreaterThan(5_000);
    expect(shorten([user('Hi'), whole, user('And?')], 500)).toEqual([user('Hi'), rest, user('And?')]);
    expect(shorten([user('Hi'), whole, user('And?')], 50_000)).toBeUndefined();
  });

  test('loses its images, which are named, and keeps those of the last message', () => {
    const image = { mediaType: 'image/png', data: 'A'.repeat(9_000), size: { width: 2, height: 3 } };
    const messages: LLMMessage[] = [
      user('Hi'),
      said('I look.', 'a'),
      { ...result('a', 'Here.'), role: 'tool', toolCallId: 'a', name: 'look', images: [image] },
      { role: 'user', content: 'And this?', images: [image] },
    ];
    expect(countTokens(messages, estimateTokens)).toBe(25 + 2 * 1_600);
    const [, , shot, last] = shorten(messages, 2_000) ?? [];
    expect(shot).toEqual(
      result(
        'a',
        'Here.\n[... an image of 2x3, image/png, was taken out here when the conversation was too long for your window ...]',
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

  test('loses its oldest turns when all texts are short', () => {
    const turns = Array.from({ length: 100 }, (_, index) => [
      user(`Question ${index}`),
      said('', `c${index}`),
      result(`c${index}`, 'r'.repeat(100)),
      said('Answer'),
    ]);
    expect(shorten(turns.flat(), 500)).toEqual(turns.slice(-4).flat());
  });

  test('cannot be shortened when what the person says is all there is', () => {
    expect(shorten([user('x'.repeat(100_000))], 10)).toBeUndefined();
    expect(shorten([user('Hi')], 0)).toBeUndefined();
    expect(shorten([], 0)).toBeUndefined();
  });

  test('stays a conversation that a model takes, whatever was in it', () => {
    const text = fc.nat(30_000).map((length) => 'x'.repeat(length));
    const turn = fc
      .tuple(text, fc.array(fc.tuple(text, text), { maxLength: 3 }), text)
      .map(([question, calls, answer]) => [
        user(question),
        ...calls.flatMap(([args, content], index): LLMMessage[] => [
          {
            role: 'assistant',
            content: '',
            toolCalls: [
              { id: `c${index}`, name: 'look', arguments: JSON.stringify({ args, deep: [{ args }] }) },
            ],
          },
          result(`c${index}`, content),
        ]),
        said(answer),
      ]);
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 5 }), fc.nat(100_000), (turns, maxTokens) => {
        const messages = turns.flat();
        const before = countTokens(messages, estimateTokens);
        const short = shorten(messages, maxTokens);
        expect(shorten(messages, maxTokens)).toEqual(short);
        if (before <= maxTokens) expect(short).toBeUndefined();
        if (short === undefined) return;
        expect(countTokens(short, estimateTokens)).toBeLessThan(before);
        // The oldest are gone, and the others are in their places.
        const kept = messages.slice(messages.length - short.length);
        const frame = (message: LLMMessage): object => ({
          ...message,
          content: '',
          toolCalls: 'toolCalls' in message ? message.toolCalls?.map(({ id, name }) => [id, name]) : [],
        });
        expect(short.map(frame)).toEqual(kept.map(frame));
        expect(short[0]?.role).toBe('user');
        const last = messages.findLast(({ role }) => role === 'user');
        expect(short).toContain(last);
        for (const message of short)
          if (message.role === 'assistant')
            for (const call of message.toolCalls ?? [])
              expect(JSON.parse(call.arguments)).toBeTypeOf('object');
      }),
    );
  });
});
