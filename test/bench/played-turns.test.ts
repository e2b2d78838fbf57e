import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Play, type PlayedApi, playTurn } from '../../bench/played-turns.js';

const servers: AsyncDisposable[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

const play: Play = {
  calls: [
    { kind: 'read', path: 'a.ts', proof: 'one' },
    { kind: 'list', path: 'src', proof: 'two' },
  ],
  words: 3,
  pauseMs: 0,
};

/** What an agent with these tools is answered in a turn. */
async function answer(turn: number, api: PlayedApi, names: readonly string[]): Promise<string> {
  const tools = names.map((name) => (api === 'completions' ? { function: { name } } : { name }));
  const server = createServer((_request, response) => {
    void playTurn(response, { play, turn, body: { tools }, api });
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return (await fetch(`http://127.0.0.1:${port}/`)).text();
}

/** The events of an answer, without how they are written. */
const eventsOf = (text: string): unknown[] =>
  [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, json = '']) => JSON.parse(json) as unknown);

describe('an agent is asked for what is due by a tool of its own', () => {
  test.each([
    { tools: ['edit_file', 'read_file', 'ls_dir'], turn: 1, name: 'read_file', args: { uri: 'a.ts' } },
    { tools: ['read_file', 'ls_dir'], turn: 2, name: 'ls_dir', args: { uri: 'src' } },
    { tools: ['bash', 'read', 'ls'], turn: 1, name: 'read', args: { path: 'a.ts' } },
    { tools: ['bash', 'read', 'ls'], turn: 2, name: 'ls', args: { path: 'src' } },
  ])('$tools, turn $turn', async ({ tools, turn, name, args }) => {
    const [call] = eventsOf(await answer(turn, 'completions', tools));
    expect(call).toMatchObject({
      choices: [{ delta: { tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] } }],
    });
  });

  test("by a command where it has nothing else, in the words of OpenAI's newer API", async () => {
    const events = eventsOf(await answer(2, 'responses', ['exec_command']));
    expect(events.at(-2)).toMatchObject({
      type: 'response.output_item.done',
      item: { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls src"}' },
    });
  });
});

test.each<[PlayedApi, string, (word: string) => object]>([
  ['responses', 'response.output_text.delta', (delta) => ({ delta })],
  ['messages', 'content_block_delta', (text) => ({ delta: { type: 'text_delta', text } })],
])('after the calls come the words, a delta each, in the words of %s', async (api, type, delta) => {
  const deltas = eventsOf(await answer(3, api, [])).filter(
    (event) => (event as { readonly type: string }).type === type,
  );
  expect(deltas).toMatchObject(['word0 ', 'word1 ', 'word2 '].map(delta));
});

test('a call in the words of messages has its name and its input', async () => {
  const events = eventsOf(await answer(1, 'messages', ['read']));
  expect(events).toMatchObject([
    { type: 'message_start' },
    { type: 'content_block_start', content_block: { type: 'tool_use', name: 'read' } },
    { type: 'content_block_delta', delta: { partial_json: '{"path":"a.ts"}' } },
    { type: 'content_block_stop' },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ]);
});
