import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LLMAdapter, LLMMessage, ModelReply } from '../../../../src/actors/protocol/llm.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { callModel } from '../../../../src/actors/llm/call-model.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { chunk, ModelServer } from '../model-server.js';

const user: LLMMessage = { role: 'user', content: 'Look.' };

const callChunk = chunk({
  tool_calls: [{ index: 0, id: 'a', function: { name: 'ls_dir', arguments: '{}' } }],
});

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server[Symbol.asyncDispose]());

const adapterOf = (provider: string, model = 'm'): LLMAdapter =>
  openaiProvider.createAdapter({ provider, model, baseUrl: server.url });

/** The reply to what the server sends: the given chunks. */
function play(adapter: LLMAdapter, ...chunks: readonly object[]): Promise<ModelReply> {
  server.handle = ({ send, done }) => {
    for (const part of chunks) send(part);
    done();
  };
  return callModel(adapter, [user], { clock: systemClock, random: () => 0 });
}

/** The message by which `adapter` returns a reply to its server. */
async function returned(
  adapter: LLMAdapter,
  { text, reasoning, toolCalls, opaque }: ModelReply,
): Promise<unknown> {
  const { body } = await new Promise<{ body: Record<string, unknown> }>((resolve) => {
    server.handle = (received) => {
      resolve(received);
      received.send(chunk({ content: 'Done.' }, 'stop'));
      received.done();
    };
    const state = opaque === undefined ? {} : { opaque };
    void adapter.complete([
      user,
      { role: 'assistant', content: text, reasoning, toolCalls, ...state },
      { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'x.ts' },
    ]);
  });
  return (body['messages'] as readonly unknown[])[1];
}

test('reasoning goes back to the provider that sent it, also through another connection, and to no other', async () => {
  const reply = await play(
    adapterOf('deepseek'),
    chunk({ reasoning_content: 'First ' }),
    chunk({ reasoning_content: 'look.' }),
    callChunk,
    chunk({}, 'tool_calls'),
  );
  expect(reply).toMatchObject({
    reasoning: 'First look.',
    opaque: { provider: 'deepseek', data: {} },
    stop: 'toolCalls',
  });
  expect(await returned(adapterOf('deepseek'), reply)).toMatchObject({ reasoning_content: 'First look.' });
  expect(JSON.stringify(await returned(adapterOf('ollama'), reply))).not.toContain('First look.');
});

test('signed and encrypted reasoning that came in pieces goes back whole and in order', async () => {
  const reply = await play(
    adapterOf('openrouter'),
    chunk({
      reasoning: 'Let ',
      reasoning_details: [{ type: 'reasoning.text', text: 'Let ', index: 0, format: 'f' }],
    }),
    chunk({ reasoning: 'me.', reasoning_details: [{ type: 'reasoning.text', text: 'me.', index: 0 }] }),
    chunk({ reasoning_details: [{ type: 'reasoning.text', signature: 'sig', text: null, index: 0 }] }),
    chunk({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'x7', id: 'rs_1', index: 1 }] }),
    callChunk,
    chunk({}, 'tool_calls'),
  );
  expect(reply.reasoning).toBe('Let me.');
  expect(await returned(adapterOf('openrouter'), reply)).toMatchObject({
    reasoning_details: [
      { type: 'reasoning.text', text: 'Let me.', index: 0, format: 'f', signature: 'sig' },
      { type: 'reasoning.encrypted', data: 'x7', id: 'rs_1', index: 1 },
    ],
  });
  for (const other of [adapterOf('elsewhere'), adapterOf('openrouter', 'another')])
    expect(await returned(other, reply)).not.toHaveProperty('reasoning_details');
});

test('reasoning that comes in details alone is shown, and joined where no index says what belongs together', async () => {
  const detail = (summary: string): object => ({
    reasoning_details: [{ type: 'reasoning.summary', summary }],
  });
  const reply = await play(
    adapterOf('openrouter'),
    chunk(detail('Look')),
    chunk(detail('ing.')),
    callChunk,
    chunk({}, 'tool_calls'),
  );
  expect(reply).toMatchObject({
    reasoning: 'Looking.',
    opaque: { data: { model: 'm', details: [{ type: 'reasoning.summary', summary: 'Looking.' }] } },
  });
});

test('a reply without tool calls, and one without reasoning, carry no state', async () => {
  const answer = await play(
    adapterOf('deepseek'),
    chunk({ reasoning_content: 'Hm.' }),
    chunk({ content: 'Yes.' }, 'stop'),
  );
  const call = await play(adapterOf('deepseek'), callChunk, chunk({}, 'tool_calls'));
  expect([answer.opaque, call.opaque]).toEqual([undefined, undefined]);
});
