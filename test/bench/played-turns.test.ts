import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type Play, playTurn } from '../../bench/played-turns.js';

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
async function answer(turn: number, isResponses: boolean, names: readonly string[]): Promise<string> {
  const tools = names.map((name) => (isResponses ? { name } : { function: { name } }));
  const server = createServer((_request, response) => {
    void playTurn(response, { play, turn, body: { tools }, isResponses });
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
    const [call] = eventsOf(await answer(turn, false, tools));
    expect(call).toMatchObject({
      choices: [{ delta: { tool_calls: [{ function: { name, arguments: JSON.stringify(args) } }] } }],
    });
  });

  test("by a command where it has nothing else, in the words of OpenAI's newer API", async () => {
    const events = eventsOf(await answer(2, true, ['exec_command']));
    expect(events.at(-2)).toMatchObject({
      type: 'response.output_item.done',
      item: { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"ls src"}' },
    });
  });
});

test('after the calls come the words, a delta each', async () => {
  const deltas = eventsOf(await answer(3, true, [])).filter(
    (event) => (event as { readonly type: string }).type === 'response.output_text.delta',
  );
  expect(deltas).toMatchObject([{ delta: 'word0 ' }, { delta: 'word1 ' }, { delta: 'word2 ' }]);
});
