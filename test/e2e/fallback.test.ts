import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { type Ended, jsonLines, troupe, turnEvents } from './troupe.js';

const PROMPT = '› Ask about this workspace. /help for more.';

const KEYS = {
  ALPHA_KEY: 'key-of-alpha-0123456789',
  BETA_KEY: 'key-of-beta-0123456789',
  TROUPE_API_KEY: 'key-of-troupe-0123456789',
};

let dir: AbsPath;
let config: AbsPath;
let alpha: ModelServer;
let beta: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  config = makeTempDir();
  writeFiles(dir, { 'note.md': 'Nothing.\n' });
  [alpha, beta] = await Promise.all([ModelServer.start(), ModelServer.start()]);
  alpha.handle = ({ reply }) => {
    reply(529, { error: { message: 'overloaded' } }, { 'retry-after-ms': '1' });
  };
  beta.handle = ({ send, done }) => {
    send(chunk({ content: 'Fine.' }, 'stop'));
    send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 100 } });
    done();
  };
  writeProviders({ fallback: 'beta/spare' });
});
afterEach(async () => {
  await endTerminals();
  await Promise.all([alpha[Symbol.asyncDispose](), beta[Symbol.asyncDispose]()]);
  removeTempDir(dir);
  removeTempDir(config);
});

function writeProviders(more: object, ofAlpha: object = {}): void {
  writeFiles(config, {
    'troupe/providers.json': JSON.stringify({
      ...more,
      providers: {
        alpha: {
          baseUrl: alpha.url,
          apiKeyEnv: 'ALPHA_KEY',
          headers: { 'X-Team': 'team-of-alpha' },
          models: { '*': { prices: { input: 10, output: 20 } } },
          ...ofAlpha,
        },
        beta: {
          baseUrl: beta.url,
          apiKeyEnv: 'BETA_KEY',
          models: { '*': { prices: { input: 1, output: 2 } } },
        },
      },
    }),
  });
  chmodSync(join(config, 'troupe/providers.json'), 0o600);
}

const env = () => ({
  XDG_CONFIG_HOME: config,
  XDG_STATE_HOME: config,
  TROUPE_CACHE_DIRECTORY: join(config, 'cache'),
  ...KEYS,
});

const run = (...args: readonly string[]): Promise<Ended> =>
  troupe(['run', '--model', 'alpha/big', ...args, 'Hi'], { cwd: dir, env: env() });

const seenBy = ({ received }: ModelServer): string =>
  JSON.stringify(received.map(({ request, body }) => [request.rawHeaders, body]));

describe('a run whose model is overloaded', () => {
  test('goes on with the fallback of the file, says so, and shows neither server what is for the other', async () => {
    const ended = await run('--json');
    expect(ended.exitCode).toBe(0);
    const events = turnEvents(ended);
    expect(events.findLast(({ type }) => type === 'retry')).toMatchObject({
      type: 'retry',
      reason: expect.stringContaining('overloaded') as string,
      model: 'beta/spare',
    });
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      {
        type: 'usage',
        model: 'beta/spare',
        usage: { inputTokens: 1_000, outputTokens: 100 },
        costUsd: expect.closeTo(0.0012, 9) as number,
      },
    ]);
    expect(jsonLines<object>(ended).at(-1)).toMatchObject({ type: 'end' });
    expect(beta.received.map(({ body }) => body['model'])).toEqual(['spare']);
    expect(seenBy(alpha)).toContain(KEYS.ALPHA_KEY);
    expect(seenBy(beta)).toContain(KEYS.BETA_KEY);
    for (const foreign of [KEYS.BETA_KEY, KEYS.TROUPE_API_KEY]) expect(seenBy(alpha)).not.toContain(foreign);
    for (const foreign of [KEYS.ALPHA_KEY, KEYS.TROUPE_API_KEY, 'team-of-alpha'])
      expect(seenBy(beta)).not.toContain(foreign);
    for (const key of Object.values(KEYS)) expect(JSON.stringify(ended)).not.toContain(key);
    const inWords = await run();
    expect(inWords.stderr).toContain('beta/spare goes on');
    expect(inWords.stdout).toBe('Fine.\n');
  });

  test('takes the fallback of the command line before that of the provider, and that before the one of all', async () => {
    writeProviders({ fallback: 'beta/general' }, { fallback: 'beta/of-provider' });
    await run();
    await run('--fallback-model', 'beta/given');
    expect(beta.received.map(({ body }) => body['model'])).toEqual(['of-provider', 'given']);
  });

  test('fails without a fallback', async () => {
    writeProviders({});
    const ended = await run('--json');
    expect(ended.exitCode).toBe(3);
    expect(beta.received).toEqual([]);
  });

  test('refuses a fallback that there is not, before anything is sent', async () => {
    expect(await run('--fallback-model', 'bata/spare')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        'There is no model provider named "bata". Did you mean "beta"?',
      ) as string,
    });
    expect(alpha.received).toEqual([]);
  });
});

test('a chat names the model that goes on, counts its cost by its name, and tries the chosen one again', async () => {
  const terminal = new Terminal(['--model', 'alpha/big'], {
    cwd: dir,
    columns: 120,
    env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env() },
  });
  await terminal.endsWith(PROMPT);
  terminal.press('/model', KEY.enter);
  await terminal.shows('When it cannot be reached, beta/spare goes on.');
  terminal.press('Hi', KEY.enter);
  await terminal.shows('Fine.');
  expect(terminal.lines.join('\n')).toContain('beta/spare goes on');
  await terminal.endsWith(PROMPT);
  alpha.handle = beta.handle;
  terminal.press('Again', KEY.enter);
  await terminal.until((lines) => lines.filter((line) => line.includes('Fine.')).length === 2);
  await terminal.endsWith(PROMPT);
  expect(beta.received).toHaveLength(1);
  terminal.press('/cost', KEY.enter);
  await terminal.until((lines) => /alpha\/big.*\$0\.012/.test(lines.join('\n')));
  expect(terminal.lines.join('\n')).toMatch(/beta\/spare.*\$0\.0012/);
});
