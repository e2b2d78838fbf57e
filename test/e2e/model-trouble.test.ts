import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent, TurnOutcome } from '../../src/actors/protocol/agent.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { jsonLines, troupe } from './troupe.js';

let dir: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  writeFiles(dir, { 'a.ts': 'export const a = 1;\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
});

/** Runs a task against the server. */
async function run(
  baseUrl = server.url,
): Promise<{ exitCode: number | null; events: readonly AgentEvent[]; last: TurnOutcome | undefined }> {
  const ended = await troupe(['run', '--json', '--base-url', baseUrl, '--model', 'm', 'What is a?'], {
    cwd: dir,
  });
  const events = jsonLines<AgentEvent>(ended);
  const last = events.find(
    (event): event is TurnOutcome => event.type === 'answer' || event.type === 'error',
  );
  return { exitCode: ended.exitCode, events, last };
}

const answer = ({ send, done }: Received, ...deltas: readonly object[]): void => {
  for (const delta of deltas) send(chunk(delta));
  send(chunk({}, 'stop'));
  done();
};
const callOf = (name: string | undefined, args: string): object => ({
  tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: args } }],
});
/** What the tools have told the model so far. */
const toldBy = ({ body }: Received): readonly string[] =>
  (body['messages'] as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content);

describe('a model that does not answer', () => {
  test.each([
    ['is empty', {}, 'was empty'],
    ['has only thoughts', { content: '<think>Hm.</think>' }, 'gave no answer'],
    ['calls nothing', callOf(undefined, '{}'), 'without naming it'],
    [
      'writes its calls out',
      { content: '<tool_call>\n{"name": "read_file", "arguments": {"uri": "a.ts"}}\n</tool_call>' },
      '--enable-auto-tool-choice',
    ],
  ])('because its reply %s fails the run after one more try', async (_what, delta, words) => {
    server.handle = (received) => {
      answer(received, delta);
    };
    const { exitCode, events, last } = await run();
    expect(last).toMatchObject({
      type: 'error',
      code: 'LLM_RESPONSE',
      message: expect.stringContaining(words),
    });
    expect(exitCode).toBe(6);
    expect(events.filter(({ type }) => type === 'retry')).toHaveLength(1);
    expect(server.received).toHaveLength(2);
  });

  test.each([
    ['is a web page', 200, '<!doctype html><title>Hi</title>', 'most end in /v1'],
    [
      'is LM Studio without /v1',
      200,
      { error: 'Unexpected endpoint or method. (POST /)' },
      'most end in /v1',
    ],
    ['is nowhere', 404, '404 page not found', 'most end in /v1'],
  ])('because the server %s fails the run at once, with what to do', async (_what, status, body, words) => {
    server.handle = ({ reply }) => {
      reply(status, body);
    };
    const { exitCode, last } = await run(new URL(server.url).origin);
    expect(last).toMatchObject({ code: 'LLM_REQUEST', message: expect.stringContaining(words) });
    expect(exitCode).toBe(4);
    expect(server.received).toHaveLength(1);
  });
});

test('thinking that comes as text is told apart from the answer', async () => {
  server.handle = (received) => {
    answer(received, { content: '<think>\nHm' }, { content: '.\n</think>\n\n' }, { content: 'It is 1.' });
  };
  const { exitCode, events, last } = await run();
  expect({ exitCode, last }).toMatchObject({ exitCode: 0, last: { type: 'answer', content: 'It is 1.' } });
  const tokens = events.filter((event) => event.type === 'token');
  const said = (channel: string): string =>
    tokens.flatMap((token) => (token.channel === channel ? [token.content] : [])).join('');
  expect([said('reasoning'), said('answer')]).toEqual(['Hm.', 'It is 1.']);
});

test('arguments nested 5,000 deep are refused for what they are, and the run goes on', async () => {
  server.handle = (received) => {
    if (toldBy(received).length > 0) answer(received, { content: 'Sorry.' });
    else answer(received, callOf('read_file', `{"uri":${'['.repeat(5_000)}${']'.repeat(5_000)}}`));
  };
  const { exitCode, last } = await run();
  expect({ exitCode, last }).toMatchObject({ exitCode: 0, last: { type: 'answer', content: 'Sorry.' } });
  const [told] = server.received.slice(-1).flatMap(toldBy);
  expect(told).toBe('The arguments of read_file must not be nested deeper than 64 levels.');
});
