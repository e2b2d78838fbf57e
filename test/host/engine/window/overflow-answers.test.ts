import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { LLMMessage } from '../../../../src/actors/protocol/llm.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { APIS, type Spoke } from '../../../actors/llm/server/apis.js';
import { ModelServer, type Received } from '../../../actors/llm/model-server.js';
import { OVERFLOW_WORDS, type OverflowWords } from '../../../actors/llm/server/overflow-words.js';
import { collect, makeEngine } from '../../../doubles/make-engine.js';

// Some 9,000 tokens, of which a compaction can leave out most.
const HISTORY = Array.from({ length: 40 }, (_, index): LLMMessage => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `Sentence ${index}. ${'What was said before. '.repeat(40)}`,
}));

const isForSummary = ({ body }: Received): boolean =>
  JSON.stringify(body).includes('write a summary that takes');

describe.each(APIS)('a conversation that %s refuses as too long', (_name, api) => {
  let server: ModelServer;
  beforeEach(async () => {
    server = await ModelServer.start();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
  });

  /** Sends a message behind the history, and says what became of it. */
  async function ask({ provider }: Spoke): Promise<{ events: AgentEvent[]; sizes: readonly number[] }> {
    const adapter = provider.createAdapter({
      provider: provider.name,
      model: 'm',
      apiKey: 'k-0123456789',
      baseUrl: server.url,
    });
    const { engine } = makeEngine([], [], { adapter, history: HISTORY, clock: systemClock });
    const events = await collect(engine.processMessage('Go on.', 'ask'));
    const asked = server.received.filter((received) => !isForSummary(received));
    return { events, sizes: asked.map(({ body }) => JSON.stringify(body).length) };
  }
  const say = ({ send, response }: Received, text: string): void => {
    for (const event of api.events({ text: [text] })) send(event);
    response.end();
  };
  /** Refuses the first request, and answers all others. */
  const refuseOnce = (refuse: (received: Received) => void): void => {
    server.handle = (received) => {
      if (isForSummary(received)) say(received, 'Much was said.');
      else if (server.received.length === 1) refuse(received);
      else say(received, 'Done.');
    };
  };
  const expectAnswer = ({ events, sizes }: Awaited<ReturnType<typeof ask>>): void => {
    expect(events.at(-1)).toEqual({ type: 'answer', content: 'Done.' });
    expect(events.filter(({ type }) => type === 'compaction')).toMatchObject([{ cause: 'refused' }]);
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) / 2);
  };

  test.each<OverflowWords>(OVERFLOW_WORDS)(
    'in the words of %s (%i) is compacted and asked once more',
    async (_server, status, words) => {
      refuseOnce(({ reply }) => {
        reply(
          status,
          words.startsWith('<') ? words : { type: 'error', error: { type: 'x', message: words } },
        );
      });
      expectAnswer(await ask(api));
    },
  );

  test('in the middle of a stream is compacted and asked once more', async () => {
    refuseOnce(({ send, response }) => {
      // Some servers report usage before they find out.
      const [begin] = api.events({ text: ['x'] });
      if (api.path !== '/chat/completions') send(begin ?? {});
      send({ choices: [], usage: { prompt_tokens: 9_000, completion_tokens: 0 } });
      send(api.failure('invalid_request_error', 'prompt is too long: 213462 tokens > 5000 maximum'));
      response.end();
    });
    expectAnswer(await ask(api));
  });

  test('by an answer without any content is compacted and asked once more', async () => {
    refuseOnce(({ send, response }) => {
      send(
        api.path === '/messages'
          ? {
              type: 'message_delta',
              delta: { stop_reason: 'model_context_window_exceeded' },
              usage: { output_tokens: 0 },
            }
          : api.path === '/responses'
            ? {
                type: 'response.incomplete',
                response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } },
              }
            : { choices: [{ index: 0, delta: {}, finish_reason: 'model_context_window_exceeded' }] },
      );
      response.end();
    });
    expectAnswer(await ask(api));
  });

  test('again and again is given up after some shorter requests, with what to do', async () => {
    server.handle = ({ reply }) => {
      reply(400, { type: 'error', error: { type: 'x', message: 'prompt is too long' } });
    };
    const { events, sizes } = await ask(api);
    const last = events.at(-1);
    expect(last).toMatchObject({ type: 'error', code: 'LLM_REQUEST' });
    expect(last?.type === 'error' && last.message).toContain(
      'start a new one, ask for smaller parts of files',
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.length).toBeLessThanOrEqual(4);
    for (const [index, size] of sizes.entries())
      if (index > 0) expect(size).toBeLessThan(sizes[index - 1] ?? 0);
    expect(server.received.length).toBeLessThanOrEqual(10);
  });
});
