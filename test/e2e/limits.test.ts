import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, troupe, turnEvents } from './troupe.js';

let dir: AbsPath;
let state: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'a.ts': 'export const a = 1;\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
  removeTempDir(state);
});

const run = (...args: readonly string[]): Promise<Ended> =>
  troupe(['run', '--base-url', server.url, '--model', 'm', ...args], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
  });

/** Looks at the same folder in other words each time, and reports this usage, if any. */
const look = (usage?: object) => (received: Received) => {
  const { send, done } = received;
  const at = server.received.length;
  const args = JSON.stringify({ uri: './'.repeat(at) });
  send(chunk({ content: `Look ${at}.` }));
  send(chunk({ tool_calls: [{ index: 0, id: `c${at}`, function: { name: 'ls_dir', arguments: args } }] }));
  send(chunk({}, 'tool_calls'));
  if (usage !== undefined) send({ choices: [], usage });
  done();
};

const answer = ({ send, done }: Received): void => {
  send(chunk({ content: 'It is 1.' }, 'stop'));
  done();
};

test.each([
  ['--max-iterations 2', undefined, '2 calls of the model', 2],
  ['--max-tokens 250', { prompt_tokens: 90, completion_tokens: 10 }, '250 tokens', 3],
  // Three requests have more than that, however they are counted.
  ['--max-tokens 9000', undefined, '9000 tokens', undefined],
])(
  'a run with %s ends with its progress, and goes on when it is told to',
  async (limit, usage, words, requests) => {
    server.handle = look(usage);
    const ended = await run('--json', ...limit.split(' '), 'What is a?');
    expect(ended.exitCode).toBe(5);
    const [start] = jsonLines<{ thread: string }>(ended);
    expect(turnEvents(ended).at(-1)).toMatchObject({
      type: 'error',
      code: 'MAX_ITERATIONS',
      message:
        `The run reached its limit of ${words} before it had an answer. Set a higher limit, or go on from here with the next message. ` +
        `To send one: troupe run --resume ${start?.thread.slice(0, 8)} "continue"`,
      partial: expect.stringMatching(/^Look 1\.(?:\n\nLook \d\.)*$/) as string,
    });
    expect(jsonLines<object>(ended).at(-1)).toMatchObject({ type: 'end', exitCode: 5 });
    const made = server.received.length;
    if (requests !== undefined) expect(made).toBe(requests);
    expect(made).toBeLessThan(10);

    server.handle = answer;
    const next = await run('--json', '--resume', start?.thread.slice(0, 8) ?? '', 'continue');
    expect([next.exitCode, turnEvents(next).at(-1)]).toEqual([0, { type: 'answer', content: 'It is 1.' }]);
    const [request] = server.received.slice(-1);
    expect(JSON.stringify(request?.body)).toContain('Look 1.');
  },
);

test('a run of the same call again and again ends with its progress, and goes on in another way', async () => {
  server.handle = ({ send, done }) => {
    const args = JSON.stringify({ uri: 'a.ts' });
    send(chunk({ content: 'Once more.' }));
    send(chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'read_file', arguments: args } }] }));
    send(chunk({}, 'tool_calls'));
    done();
  };
  const ended = await run('--json', 'What is a?');
  expect(ended.exitCode).toBe(5);
  expect(turnEvents(ended).at(-1)).toMatchObject({
    type: 'error',
    code: 'MAX_ITERATIONS',
    message: expect.stringMatching(
      /the same call \d+ times in a row \(read_file .*troupe run --resume/,
    ) as string,
    partial: expect.stringMatching(/^Once more\./) as string,
  });

  server.handle = answer;
  const next = await run('--continue', 'Do not read it, think');
  expect([next.exitCode, next.stdout]).toEqual([0, 'It is 1.\n']);
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain('export const a = 1;');
});

test('a run with --max-seconds ends in the middle of an answer, keeps it, and closes the connection', async () => {
  server.handle = ({ send }) => {
    send(chunk({ content: 'Half an ans' }));
  };
  const ended = await run('--max-seconds', '1', 'What is a?');
  expect(ended.exitCode).toBe(5);
  expect(ended.stderr.replaceAll(/\s+/g, ' ')).toMatch(
    /limit of 1 s before it had an answer\. Set a higher limit, or go on from here with the next message\. To send one: troupe run --resume \S{8} "continue"/,
  );
  await server.received[0]?.closed;
  server.handle = answer;
  const next = await run('--continue', 'continue');
  expect([next.exitCode, next.stdout]).toEqual([0, 'It is 1.\n']);
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain('Half an ans');
});
