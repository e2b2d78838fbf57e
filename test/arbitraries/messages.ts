import * as fc from 'fast-check';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';

const text = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.nat(60).map((words) => 'why is that so '.repeat(words).slice(0, words * 7)),
    fc.nat(most).map((chars) => 'export const value = 42;\n'.repeat(Math.ceil(chars / 25)).slice(0, chars)),
  );

const image = { mediaType: 'image/png', data: 'AAAA', size: { width: 800, height: 600 } };

/** A turn: a message of the person, some steps with calls and their results, and perhaps an answer. */
const turns = fc.record({
  question: text(3_000),
  hasImage: fc.boolean(),
  steps: fc.array(fc.array(fc.tuple(text(500), text(20_000)), { minLength: 1, maxLength: 5 }), {
    maxLength: 6,
  }),
  answer: text(3_000),
});

/**
 * Well-formed conversations, about half of which stand before a request in the middle of a turn, and half at the
 * beginning of one. The second member says how many messages, from the first on, are pinned.
 */
export const conversationsOfMessages: fc.Arbitrary<{
  readonly messages: readonly LLMMessage[];
  readonly pinned: number;
}> = fc
  .record({
    turns: fc.array(turns, { minLength: 1, maxLength: 8 }),
    isMidTurn: fc.boolean(),
    pinned: fc.boolean(),
  })
  .map(({ turns: all, isMidTurn, pinned }) => {
    let calls = 0;
    const rules: readonly LLMMessage[] = pinned
      ? [
          { role: 'user', content: `The rules of the workspace: ${'be exact. '.repeat(10)}` },
          { role: 'assistant', content: '(Read.)' },
        ]
      : [];
    const messages = all.flatMap(({ question, hasImage, steps, answer }, index): LLMMessage[] => {
      const isLast = index === all.length - 1;
      const asked: LLMMessage = {
        role: 'user',
        content: `Question ${index}: ${question}`,
        ...(hasImage && !isLast ? { images: [image] } : {}),
      };
      if (isLast && !isMidTurn) return [asked];
      const worked = steps.flatMap((results): LLMMessage[] => {
        const requested = results.map(([args], at) => ({
          id: `call_${calls + at}`,
          name: 'look',
          arguments: JSON.stringify({ args }),
        }));
        calls += results.length;
        return [
          { role: 'assistant', content: 'I look.', toolCalls: requested },
          ...results.map(([, output], at): LLMMessage => ({
            role: 'tool',
            toolCallId: requested[at]?.id ?? '',
            name: 'look',
            content: output === '' ? '(No output.)' : output,
          })),
        ];
      });
      return isLast
        ? [asked, ...worked]
        : [asked, ...worked, { role: 'assistant', content: `So: ${answer}` }];
    });
    return { messages: [...rules, ...messages], pinned: rules.length };
  });
