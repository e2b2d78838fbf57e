import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { type Ended, jsonLines, troupe, turnEvents } from './troupe.js';

const PROMPT = '› Ask about this workspace. /help for more.';

const KEYS = { ALPHA_KEY: 'key-of-alpha-0123456789', BETA_KEY: 'key-of-beta-0123456789' };
const TROUPE_API_KEY = 'key-of-troupe-0123456789';

// What the servers report: at these prices 0.0123 US dollars for each request.
const USAGE = {
  prompt_tokens: 10_000,
  completion_tokens: 300,
  prompt_tokens_details: { cached_tokens: 9_000 },
  completion_tokens_details: { reasoning_tokens: 200 },
};
const PRICES = { input: 5.1, cachedInput: 0.3, output: 15 };

let dir: AbsPath;
let config: AbsPath;
let alpha: ModelServer;
let beta: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  config = makeTempDir();
  [alpha, beta] = await Promise.all([ModelServer.start(), ModelServer.start()]);
  for (const server of [alpha, beta])
    server.handle = ({ send, done }) => {
      send(chunk({ content: 'Fine.' }, 'stop'));
      send({ choices: [], usage: USAGE });
      done();
    };
  writeProviders({
    model: 'alpha/default',
    providers: {
      alpha: {
        baseUrl: alpha.url,
        apiKeyEnv: 'ALPHA_KEY',
        headers: { 'X-Team': 'team-of-alpha' },
        models: { default: { contextWindow: 100_000, prices: PRICES }, 'org/unpriced': {} },
      },
      beta: { baseUrl: beta.url, apiKeyEnv: 'BETA_KEY' },
      foreign: { api: 'carrier-pigeon' },
      lan: { baseUrl: 'http://192.168.7.7:1/v1', apiKeyEnv: 'BETA_KEY' },
    },
  });
});
afterEach(async () => {
  await endTerminals();
  await Promise.all([alpha[Symbol.asyncDispose](), beta[Symbol.asyncDispose]()]);
  removeTempDir(dir);
  removeTempDir(config);
});

function writeProviders(content: object): void {
  writeFiles(config, { 'troupe/providers.json': JSON.stringify(content) });
  chmodSync(join(config, 'troupe/providers.json'), 0o600);
}

const env = () => ({ XDG_CONFIG_HOME: config, XDG_STATE_HOME: config, TROUPE_API_KEY, ...KEYS });

const run = (...args: readonly string[]): Promise<Ended> =>
  troupe(['run', ...args, 'Hi'], { cwd: dir, env: env() });

/** All that a server has seen, as text. */
const seenBy = ({ received }: ModelServer): string =>
  JSON.stringify(received.map(({ request, body }) => [request.rawHeaders, body]));

test('runs with two providers at once send each its own key and headers, and its own model', async () => {
  const ended = await Promise.all([run('--json'), run('--json', '--model', 'beta/org/m:7b')]);
  expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  expect(ended.map((one) => jsonLines<object>(one)[0])).toMatchObject([
    { type: 'start', provider: 'alpha', model: 'default' },
    { type: 'start', provider: 'beta', model: 'org/m:7b' },
  ]);
  expect(
    alpha.received.map(({ body, request: { headers } }) => [body['model'], headers.authorization]),
  ).toEqual([['default', `Bearer ${KEYS.ALPHA_KEY}`]]);
  expect(
    beta.received.map(({ body, request: { headers } }) => [body['model'], headers.authorization]),
  ).toEqual([['org/m:7b', `Bearer ${KEYS.BETA_KEY}`]]);
  for (const foreign of [KEYS.BETA_KEY, TROUPE_API_KEY]) expect(seenBy(alpha)).not.toContain(foreign);
  for (const foreign of [KEYS.ALPHA_KEY, TROUPE_API_KEY, 'team-of-alpha'])
    expect(seenBy(beta)).not.toContain(foreign);
  for (const key of Object.values(KEYS)) expect(JSON.stringify(ended)).not.toContain(key);
});

test('a run says what it used and what that cost, and nothing of money where the price is not known', async () => {
  const priced = await run('--json');
  const usage = { inputTokens: 10_000, outputTokens: 300, cachedTokens: 9_000, reasoningTokens: 200 };
  expect(turnEvents(priced).filter(({ type }) => type === 'usage')).toEqual([
    { type: 'usage', usage, costUsd: expect.closeTo(0.0123, 9) as number },
  ]);
  expect(jsonLines<object>(priced).at(-1)).toMatchObject({
    type: 'end',
    usage,
    costUsd: expect.closeTo(0.0123, 9) as number,
  });
  expect((await run()).stderr).toMatch(/ · 10,000 tokens in, 300 out · \$0\.012\n$/);
  const unpriced = await run('--json', '--model', 'alpha/org/unpriced');
  expect(unpriced.stdout).not.toContain('costUsd');
  expect((await run('--model', 'alpha/org/unpriced')).stderr).toMatch(/ · 10,000 tokens in, 300 out\n$/);
});

test('a limit of cost ends a run, and is refused at once for a model without a known price', async () => {
  const ask = { tool_calls: [{ index: 0, id: 'a', function: { name: 'ls_dir', arguments: '{"uri":"."}' } }] };
  alpha.handle = ({ send, done }) => {
    send(chunk(ask, 'tool_calls'));
    send({ choices: [], usage: USAGE });
    done();
  };
  const ended = await run('--json', '--max-cost', '0.02');
  expect(ended.exitCode).toBe(5);
  expect(turnEvents(ended).at(-1)).toMatchObject({
    code: 'MAX_ITERATIONS',
    message: expect.stringContaining('its limit of 0.02 US dollars') as string,
  });
  expect(alpha.received).toHaveLength(2);
  const refused = await run('--max-cost', '0.02', '--model', 'alpha/org/unpriced');
  expect(refused).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('the prices of alpha/org/unpriced are not known') as string,
  });
  expect(alpha.received).toHaveLength(2);
});

test.each([
  [['--model', 'alpha/defualt'], 'has no model "defualt". Did you mean "default"?'],
  [['--model', 'lan/m'], 'The API key is not sent to 192.168.7.7:1 over plain http'],
  [['--model', 'beta/m', '--base-url', 'https://evil.example/v1'], 'an address and a key of its own'],
  [
    ['--provider', 'alhpa', '--model', 'm'],
    'no model provider named "alhpa". Did you mean "alpha"? Known providers: alpha,',
  ],
  [
    ['--model', 'foreign/m'],
    'The provider "foreign" speaks the API "carrier-pigeon", which is not known here.',
  ],
  [['--max-cost', '0'], 'Expected an amount above 0'],
])('a run with %j is refused before anything is sent', async (args, message) => {
  const ended = await run(...args);
  expect(ended).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) as string });
  expect([...alpha.received, ...beta.received]).toEqual([]);
  for (const key of Object.values(KEYS)) expect(JSON.stringify(ended)).not.toContain(key);
});

test('a run with a wrong file of providers says where it is wrong', async () => {
  writeProviders({ providers: { alpha: { apiKey: 'sk-secret' } } });
  const { exitCode, stderr } = await run();
  expect(exitCode).toBe(2);
  expect(stderr).toContain('troupe/providers.json is wrong. providers.alpha.apiKey: a key does not belong');
  expect(stderr).not.toContain('sk-secret');
});

test('/model goes on with another provider, which gets the conversation and not the key', async () => {
  const terminal = new Terminal([], {
    cwd: dir,
    columns: 100,
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env() },
  });
  await terminal.endsWith(PROMPT);
  terminal.press('One', KEY.enter);
  await terminal.until((lines) => lines.at(-1) === PROMPT && lines.join('\n').includes('$0.012'));
  terminal.press('/model beta/m', KEY.enter);
  await terminal.until((lines) => lines.at(-1) === PROMPT && lines.join('\n').includes('beta/m goes on'));
  terminal.press('Two', KEY.enter);
  await terminal.until((lines) => lines.at(-1) === PROMPT && lines.join('\n').split('300 out').length === 3);
  expect(
    beta.received.map(({ body, request }) => [body['messages'], request.headers.authorization]),
  ).toMatchObject([
    [
      [{ role: 'system' }, { content: 'One' }, { content: 'Fine.' }, { content: 'Two' }],
      `Bearer ${KEYS.BETA_KEY}`,
    ],
  ]);
  expect(seenBy(beta)).not.toMatch(/of-alpha/);
  expect(alpha.received).toHaveLength(1);
});
