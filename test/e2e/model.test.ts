import { LLMock } from '@copilotkit/aimock';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { startTroupe, troupe, turnEvents } from './troupe.js';

const KEY = 'sk-secret-0123456789abcdef';
const ANSWER = 'The needle is exported by src/needle.ts on line 2, with the value 42.';

let dir: AbsPath;
let mock: LLMock;
let server: Server | undefined;
beforeEach(async () => {
  dir = makeTempDir();
  writeFiles(dir, {
    'src/needle.ts': '// hay\nexport const needle = 42;\n',
    'src/other.ts': 'import { needle } from "./needle.js";\n',
  });
  mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 5 });
  const calls = [
    {
      content: 'Let me look for it.',
      toolCalls: [{ name: 'search_for_files', arguments: { query: 'needle' } }],
    },
    {
      content: 'Found. Now the file.',
      toolCalls: [
        { name: 'read_file', arguments: { uri: 'src/needle.ts' } },
        { name: 'search_pathnames_only', arguments: { query: 'other' } },
      ],
    },
    { content: 'One more look.', toolCalls: [{ name: 'ls_dir', arguments: { uri: 'src' } }] },
  ].map((turn) => ({
    ...turn,
    toolCalls: turn.toolCalls.map((call) => ({ ...call, arguments: JSON.stringify(call.arguments) })),
  }));
  for (const [turnIndex, response] of calls.entries())
    mock.on({ userMessage: 'Where is the needle', turnIndex }, response);
  mock.on({ userMessage: 'Where is the needle', turnIndex: calls.length }, { content: ANSWER });
  await mock.start();
});
afterEach(async () => {
  await mock.stop();
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  removeTempDir(dir);
});

function ask(url: string, extra: readonly string[] = []): Parameters<typeof troupe> {
  const args = ['run', '--json', '--base-url', `${url}/v1`, '--model', 'mock-model', ...extra];
  return [[...args, 'Where is the needle?'], { cwd: dir, env: { TROUPE_API_KEY: KEY } }];
}

test('a run over a real server streams three turns of tools and an answer', async () => {
  const ended = await troupe(...ask(mock.url));
  expect(ended.stderr).toBe('');
  expect(ended.exitCode).toBe(0);
  const events = turnEvents(ended);
  const steps = events.filter((event) => event.type !== 'token' && event.type !== 'usage');
  const names = steps.map((event) => ('tool' in event ? `${event.type} ${event.tool}` : event.type));
  // Calls that read run at the same time: each is observed when it ends.
  names.splice(6, 2, ...names.slice(6, 8).sort());
  expect(names).toEqual([
    'thought',
    'action search_for_files',
    'observation search_for_files',
    'thought',
    'action read_file',
    'action search_pathnames_only',
    'observation read_file',
    'observation search_pathnames_only',
    'thought',
    'action ls_dir',
    'observation ls_dir',
    'answer',
  ]);
  const lastObservation = events.findLastIndex((event) => event.type === 'observation');
  const tokens = events.slice(lastObservation).filter((event) => event.type === 'token');
  expect(tokens.map((event) => event.content).join('')).toBe(ANSWER);
  const outputs = Object.fromEntries(
    events.flatMap((event) => (event.type === 'observation' ? [[event.tool, event.result.output]] : [])),
  );
  expect(outputs['search_for_files']).toContain('src/needle.ts:2:');
  expect(outputs['read_file']).toContain('export const needle = 42;');
  expect(JSON.stringify(ended)).not.toContain(KEY);
});

test.each([
  ['rate limits', { rateLimitRate: 0.3 }],
  ['disconnects', { disconnectRate: 0.3 }],
  ['dropped requests', { dropRate: 0.3 }],
  ['malformed answers', { malformedRate: 0.3 }],
])('a run through %s ends with the answer or with the right error', async (_what, chaos) => {
  mock.setChaos(chaos);
  const { exitCode, stdout } = await troupe(...ask(mock.url));
  const events = turnEvents({ exitCode, stdout, stderr: '' });
  const last = events.at(-1);
  if (last?.type === 'answer')
    expect({ exitCode, content: last.content }).toEqual({ exitCode: 0, content: ANSWER });
  else {
    expect(last).toMatchObject({
      type: 'error',
      code: expect.stringMatching(/^LLM_(?:CONNECTION|RATE_LIMIT)$/),
    });
    expect(exitCode).toBe(3);
  }
});

test('a server that always asks to slow down is given up, with each wait told', async () => {
  mock.setChaos({ rateLimitRate: 1 });
  const ended = await troupe(...ask(mock.url));
  const events = turnEvents(ended);
  expect(events.filter((event) => event.type === 'retry').length).toBeGreaterThan(1);
  expect(events.at(-1)).toMatchObject({ type: 'error', code: 'LLM_RATE_LIMIT' });
  expect(ended.exitCode).toBe(3);
}, 120_000);

async function serve(status: number, body: string, headers: Record<string, string> = {}): Promise<string> {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a bad key is refused at once, with what to do and without the key', async () => {
  const url = await serve(401, JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }));
  const ended = await troupe(...ask(url));
  expect(ended.exitCode).toBe(4);
  const [last] = turnEvents(ended).slice(-1);
  expect(last).toMatchObject({
    type: 'error',
    code: 'LLM_AUTH',
    message: expect.stringContaining('API_KEY'),
  });
  expect(JSON.stringify(ended)).not.toContain(KEY);
});

test('a model that cannot be reached is tried three times, then reported with what to do', async () => {
  const url = await serve(200, '');
  server?.close();
  await new Promise((resolve) => server?.once('close', resolve));
  const ended = await troupe(...ask(url));
  expect(ended.exitCode).toBe(3);
  const events = turnEvents(ended);
  expect(events.map((event) => event.type)).toEqual(['retry', 'retry', 'error']);
  expect(events.at(-1)).toMatchObject({ code: 'LLM_CONNECTION', message: expect.stringContaining(url) });
});

test('Ctrl-C during a slow stream ends the run within a second, with the partial text, and closes the connection', async () => {
  let closed: Promise<unknown> | undefined;
  server = createServer((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'Half an ans' } }] })}\n\n`,
    );
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const running = startTroupe(...ask(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  await running.printed('Half an ans');
  running.child.kill('SIGINT');
  const ended = await running.ended;
  await closed;
  expect(ended.exitCode).toBe(130);
  expect(turnEvents(ended).at(-1)).toMatchObject({ code: 'CANCELLED', partial: 'Half an ans' });
});
