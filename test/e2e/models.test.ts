import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { APIS } from '../actors/llm/server/apis.js';
import { chunk, ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { type Ended, jsonLines, troupe } from './troupe.js';

const PROMPT = '› Ask about this workspace. /help for more.';

const KEYS = { ALPHA_KEY: 'key-of-alpha-0123456789', BETA_KEY: 'key-of-beta-0123456789' };

const LISTED = {
  data: [
    {
      id: 'org/coder-large',
      name: 'Org: Coder Large',
      context_length: 262_144,
      top_provider: { max_completion_tokens: 32_768 },
      pricing: { prompt: '0.000002', completion: '0.00001' },
      supported_parameters: ['tools', 'reasoning'],
      architecture: { input_modalities: ['text', 'image'] },
    },
    { id: 'org/coder-small', context_length: 32_768, pricing: { prompt: '0', completion: '0' } },
    { id: 'writer' },
  ],
};

let dir: AbsPath;
let config: AbsPath;
let alpha: ModelServer;
let beta: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  config = makeTempDir();
  [alpha, beta] = await Promise.all([ModelServer.start(), ModelServer.start()]);
  for (const server of [alpha, beta]) answerWith(server, LISTED);
  writeProviders({
    alpha: {
      baseUrl: alpha.url,
      apiKeyEnv: 'ALPHA_KEY',
      models: { 'org/coder-large': { prices: { input: 1, output: 4 } }, '*': {} },
    },
    beta: { baseUrl: beta.url, apiKeyEnv: 'BETA_KEY', models: { writer: { contextWindow: 8_000 } } },
  });
});
afterEach(async () => {
  await endTerminals();
  await Promise.all([alpha[Symbol.asyncDispose](), beta[Symbol.asyncDispose]()]);
  removeTempDir(dir);
  removeTempDir(config);
});

function writeProviders(providers: object, more: object = {}): void {
  writeFiles(config, { 'troupe/providers.json': JSON.stringify({ ...more, providers }) });
  chmodSync(join(config, 'troupe/providers.json'), 0o600);
}

/** Answers requests for a list with `list`, and others with a call of the tool that was offered, or a text. */
function answerWith(server: ModelServer, list: object): void {
  server.handle = ({ request, body, reply, send, done }) => {
    if (request.method === 'GET') {
      reply(200, list);
      return;
    }
    const [tool] = (body['tools'] as readonly { readonly function: { readonly name: string } }[]) ?? [];
    if (tool?.function.name === 'say_ready')
      send(
        chunk(
          {
            tool_calls: [
              { index: 0, id: 'a', function: { name: 'say_ready', arguments: '{"word":"ready"}' } },
            ],
          },
          'tool_calls',
        ),
      );
    else send(chunk({ content: 'Fine.' }, 'stop'));
    send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 100 } });
    done();
  };
}

const env = () => ({
  XDG_CONFIG_HOME: config,
  XDG_STATE_HOME: config,
  TROUPE_CACHE_DIRECTORY: join(config, 'cache'),
  ANTHROPIC_API_KEY: '',
  ...KEYS,
});

const run = (...args: readonly string[]): Promise<Ended> =>
  troupe(['models', ...args], { cwd: dir, env: env() });

const seenBy = ({ received }: ModelServer): string =>
  JSON.stringify(received.map(({ request, body }) => [request.rawHeaders, body]));

describe('troupe models', () => {
  test('lists the models of all providers, with what is known of each and who says it', async () => {
    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['MODEL', 'WINDOW', 'ANSWER', 'IN / OUT', 'CAN', 'FROM'],
      [
        'alpha/org/coder-large',
        '262,144',
        '32,768',
        '$1 / $4',
        'tools, images, reasoning',
        'your file: prices; server: window, answer, can',
      ],
      ['alpha/org/coder-small', '32,768', '$0 / $0', 'server'],
      ['alpha/writer'],
      ['beta/writer', '8,000', 'your file'],
      [''],
    ]);
    for (const [server, own, foreign] of [
      [alpha, KEYS.ALPHA_KEY, KEYS.BETA_KEY],
      [beta, KEYS.BETA_KEY, KEYS.ALPHA_KEY],
    ] as const) {
      expect(seenBy(server)).toContain(own);
      expect(seenBy(server)).not.toContain(foreign);
    }
  });

  test('lists those of one provider, and those whose names have all words, as JSON', async () => {
    const found = jsonLines(await run('--json', '--provider', 'alpha', 'CODER', 'org', 'large'));
    expect(found).toEqual([
      {
        name: 'alpha/org/coder-large',
        provider: 'alpha',
        model: 'org/coder-large',
        title: 'Org: Coder Large',
        contextWindow: 262_144,
        maxOutputTokens: 32_768,
        prices: { input: 1, output: 4 },
        capabilities: { tools: true, images: true, reasoning: true },
        from: { contextWindow: 'server', maxOutputTokens: 'server', prices: 'file', capabilities: 'server' },
      },
    ]);
    expect(beta.received).toEqual([]);
    expect(await run('nothing', 'like', 'this')).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: 'troupe: no model has "nothing" and "like" and "this" in its name, of 4 models\n',
    });
  });

  test('names a provider that cannot be asked, and lists the others and what the file says of it', async () => {
    await beta[Symbol.asyncDispose]();
    const down = await run();
    expect(down.exitCode).toBe(3);
    expect(down.stdout).toContain('alpha/org/coder-large');
    expect(down.stdout).toMatch(/beta\/writer +8,000/);
    expect(down.stderr).toMatch(/^troupe: beta: The connection to the model server at .* failed/);
    beta = await ModelServer.start();
    alpha.handle = ({ reply }) => {
      reply(401, { error: { message: `Wrong key ${KEYS.ALPHA_KEY}` } });
    };
    const refused = await run('--provider', 'alpha', '--json');
    expect(refused.exitCode).toBe(4);
    expect(jsonLines<{ name: string }>(refused).map(({ name }) => name)).toEqual(['alpha/org/coder-large']);
    expect(refused.stderr).toContain('alpha: The model server refused the API key (401)');
    expect(JSON.stringify([down, refused])).not.toContain(KEYS.ALPHA_KEY);
  });

  test.each([
    [['--provider', 'alhpa'], 'There is no model provider named "alhpa". Did you mean "alpha"?'],
    [['--base-url', 'ftp://models.example'], 'must be an http or https address'],
  ])('with %j says what is wrong', async (args, message) => {
    const ended = await run(...args);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toContain(message);
  });

  test('lists the models of the server that the command line names', async () => {
    writeProviders({});
    const { exitCode, stdout } = await run('--base-url', alpha.url, '--json');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('"name":"org/coder-large"');
    const none = await run();
    expect(none).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('there is no provider of models yet: set OPENAI_API_KEY') as string,
    });
  });
});

describe('what a server has listed', () => {
  test('counts in the runs that follow, behind what the file says', async () => {
    writeProviders({
      alpha: { baseUrl: alpha.url, models: { 'org/coder-large': { contextWindow: 99_000 } } },
    });
    const ask = (): Promise<Ended> =>
      troupe(['run', '--json', '--model', 'alpha/org/coder-large', 'Hi'], { cwd: dir, env: env() });
    expect(jsonLines(await ask()).at(-1)).not.toHaveProperty('costUsd');
    expect((await run()).exitCode).toBe(0);
    expect(jsonLines(await ask()).at(-1)).toMatchObject({
      type: 'end',
      costUsd: expect.closeTo((1_000 * 2 + 100 * 10) / 1_000_000, 9) as number,
    });
  });
});

describe('troupe models check', () => {
  const check = (...args: readonly string[]): Promise<Ended> => run('check', ...args);
  const states = (ended: Ended): readonly (readonly [string, string])[] =>
    jsonLines<{ subject: string; state: string }>(ended).map(({ subject, state }) => [subject, state]);

  test('says step by step that a model works', async () => {
    const ended = await check('--json', 'alpha/org/coder-large');
    expect(ended.exitCode).toBe(0);
    expect(states(ended)).toEqual([
      ['address', 'ok'],
      ['model', 'ok'],
      ['answer', 'ok'],
      ['tools', 'ok'],
      ['window', 'ok'],
      ['prices', 'ok'],
    ]);
    const inWords = await check('alpha/org/coder-large');
    expect(inWords.stdout).toContain('alpha/org/coder-large\n  ✓ address: The server at ');
    expect(inWords.stdout).toContain('  ✓ tools: It called a tool when it was asked to.');
  });

  test('names near names of a model that the server does not have', async () => {
    alpha.handle = ({ request, reply }) => {
      if (request.method === 'GET') reply(200, LISTED);
      else reply(404, { error: { message: 'no such model' } });
    };
    const ended = await check('alpha/coder');
    expect(ended.exitCode).toBe(4);
    expect(ended.stdout).toMatch(
      /! model: The server does not list a model "coder"\. Did you mean "org\/coder-large" or "org\/coder-small"\?/,
    );
    expect(ended.stdout).toMatch(/✗ answer: .*no such model.*Did you mean "org\/coder-large"/s);
  });

  test('goes on at /v1 where the address lacks that, and says which address to give', async () => {
    const { origin } = new URL(alpha.url);
    answerWith(alpha, LISTED);
    const { handle } = alpha;
    alpha.handle = (received) => {
      if (received.request.url?.startsWith('/v1/') === true) handle(received);
      else received.reply(404, '<html><title>Welcome to nginx</title></html>');
    };
    writeProviders({});
    const ended = await run('check', 'openai/writer', '--base-url', origin);
    expect(ended.stdout).toContain(`! address: The server at ${origin}/v1 takes the key`);
    expect(ended.stdout.replaceAll(/\s+/g, ' ')).toContain(
      `Say ${origin}/v1 as its address: nothing is listed at ${origin}`,
    );
    expect(ended.stdout).toContain('✓ answer: ');

    const listed = await run('--base-url', origin, '--json');
    expect(listed.stdout).toContain('"name":"org/coder-large"');
    expect(listed.stderr).toContain(`its server answers at ${origin}/v1: say --base-url ${origin}/v1`);
  });

  test('says what is wrong with a key, an address, and a plain connection', async () => {
    alpha.handle = ({ reply }) => {
      reply(401, { error: { message: `Wrong key ${KEYS.ALPHA_KEY}` } });
    };
    const key = await check('alpha/writer');
    expect(key).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining('✗ address: The model server refused the API key (401)') as string,
    });
    alpha.handle = ({ reply }) => {
      reply(404, '<html><title>Welcome to nginx</title></html>');
    };
    const address = await check('alpha/writer');
    expect(address).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining('There is a web page at') as string,
    });
    await alpha[Symbol.asyncDispose]();
    const down = await check('alpha/writer');
    expect(down).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining('✗ address: The connection to the model server') as string,
    });
    alpha = await ModelServer.start();
    writeProviders({
      lan: { baseUrl: 'http://192.168.7.7:1/v1', apiKeyEnv: 'BETA_KEY' },
      keyless: { baseUrl: alpha.url, apiKeyEnv: 'MISSING_KEY' },
    });
    expect(await check('lan/m')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining(
        '✗ address: The API key is not sent to 192.168.7.7:1 over plain http',
      ) as string,
    });
    expect(await check('keyless/m')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('needs the environment variable MISSING_KEY') as string,
    });
    expect(JSON.stringify([key, address, down])).not.toContain(KEYS.ALPHA_KEY);
  });

  test('warns of a model that calls no tool, has no known window, and no known price', async () => {
    alpha.handle = ({ request, body, reply, send, done }) => {
      if (request.method === 'GET') reply(200, LISTED);
      else if (body['tools'] !== undefined)
        reply(400, { error: { message: 'writer does not support tools' } });
      else {
        send(chunk({ content: 'Ready!' }, 'stop'));
        done();
      }
    };
    const ended = await check('--json', 'alpha/writer');
    expect(ended.exitCode).toBe(0);
    expect(states(ended).slice(3)).toEqual([
      ['tools', 'warning'],
      ['window', 'warning'],
      ['prices', 'warning'],
    ]);
    expect(ended.stdout).toContain('It cannot call tools, so that Troupe gives it tools as text');
  });

  test('says that a stream is cut off before its end', async () => {
    alpha.handle = ({ request, reply, send, response }) => {
      if (request.method === 'GET') reply(200, LISTED);
      else {
        send(chunk({ content: 'Rea' }));
        response.end('data: {"choices": [{"del');
      }
    };
    const ended = await check('alpha/writer');
    expect(ended).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining(
        '✗ answer: The stream of the answer was cut off before its end.',
      ) as string,
    });
  });

  test.each(APIS)('speaks %s', async (api, { events }) => {
    writeProviders({ own: { api, baseUrl: beta.url } });
    beta.handle = ({ request, reply, response }) => {
      if (request.method === 'GET') {
        reply(200, { data: [{ id: 'm' }] });
        return;
      }
      const calls = [{ id: 'c', name: 'say_ready', arguments: ['{"word":', '"ready"}'] }];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of events({ calls })) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end();
    };
    const ended = await check('--json', 'own/m');
    expect(states(ended).slice(0, 4)).toEqual([
      ['address', 'ok'],
      ['model', 'ok'],
      ['answer', 'ok'],
      ['tools', 'ok'],
    ]);
    expect(ended.exitCode).toBe(0);
  });

  test('of no model says that simple rules answer', async () => {
    const ended = await check();
    expect(ended).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('No model is chosen') as string,
    });
  });
});

describe('in a chat', () => {
  const start = async (): Promise<Terminal> => {
    const terminal = new Terminal([], {
      cwd: dir,
      columns: 120,
      env: { TERM: 'xterm-256color', SHELL: '/bin/sh', ...env() },
    });
    await terminal.endsWith(PROMPT);
    return terminal;
  };

  test('/models lists with numbers, /model N goes on with one, and Tab completes its name', async () => {
    const terminal = await start();
    terminal.press('/models coder', KEY.enter);
    await terminal.shows('/model N goes on with one.');
    const lines = terminal.lines.join('\n');
    expect(lines).toMatch(/1 {2}alpha\/org\/coder-large +262,144/);
    expect(lines).toMatch(/2 {2}alpha\/org\/coder-small +32,768/);
    expect(lines).not.toContain('writer');
    terminal.press('/model 3', KEY.enter);
    await terminal.shows('The last list has the numbers 1 to 2, got 3.');
    terminal.press('/model 2', KEY.enter);
    await terminal.shows('alpha/org/coder-small goes on from here.');
    terminal.press('/model large');
    await terminal.endsWith('› /model large', '  alpha/org/coder-large');
    terminal.press(KEY.tab);
    await terminal.endsWith('› /model alpha/org/coder-large');
    terminal.press(KEY.enter);
    await terminal.shows('alpha/org/coder-large goes on from here.');
    terminal.press('Hi', KEY.enter);
    await terminal.until((now) => now.join('\n').includes('$0.0014'));
    expect(alpha.received.at(-1)?.body).toMatchObject({ model: 'org/coder-large' });
  });

  test('/model 1 without a list says how to get one', async () => {
    const terminal = await start();
    terminal.press('/model 1', KEY.enter);
    await terminal.shows('There is no list with numbers yet: /models shows one.');
    terminal.press('/model', KEY.enter);
    await terminal.shows('/models lists all that you can choose.');
  });

  test('/effort shows what the model takes, and holds for it alone', async () => {
    answerWith(alpha, {
      data: [
        {
          id: 'thinker',
          capabilities: {
            thinking: { supported: true },
            effort: { supported: true, low: { supported: true }, high: { supported: true } },
          },
        },
      ],
    });
    const terminal = await start();
    terminal.press('/effort', KEY.enter);
    await terminal.shows('offline/rules does not reason');
    terminal.press('/models thinker', KEY.enter);
    await terminal.shows('/model N goes on with one.');
    terminal.press('/model 1', KEY.enter, '/effort', KEY.enter);
    await terminal.until((now) => now.join('\n').includes('● default\n  low\n  high\n'));
    terminal.press('/effort max', KEY.enter);
    await terminal.shows('alpha/thinker does not take the effort "max". It takes low, high.');
    terminal.press('/effort high', KEY.enter);
    await terminal.shows('● high');
    terminal.press('Hi', KEY.enter);
    await terminal.shows('Fine.');
    expect(alpha.received.at(-1)?.body).toMatchObject({ model: 'thinker', reasoning_effort: 'high' });
    terminal.press('/model', KEY.enter);
    await terminal.shows('alpha/thinker (effort high)');
    terminal.press('/model beta/writer', KEY.enter);
    await terminal.shows('beta/writer goes on from here.');
    terminal.press('Hi again', KEY.enter);
    await terminal.until(() => beta.received.some(({ body }) => body['model'] === 'writer'));
    expect(beta.received.at(-1)?.body).not.toHaveProperty('reasoning_effort');
  });
});

describe('troupe run --effort', () => {
  test('asks for it, and is refused before anything is sent where it cannot apply', async () => {
    writeProviders({
      alpha: {
        baseUrl: alpha.url,
        models: {
          thinker: { effort: 'low', capabilities: { efforts: ['low', 'high'] } },
          plain: { capabilities: { reasoning: false } },
        },
      },
    });
    const ask = (...args: readonly string[]): Promise<Ended> =>
      troupe(['run', ...args, 'Hi'], { cwd: dir, env: env() });
    expect((await ask('--model', 'alpha/thinker')).exitCode).toBe(0);
    expect((await ask('--model', 'alpha/thinker', '--effort', 'high')).exitCode).toBe(0);
    expect(alpha.received.map(({ body }) => body['reasoning_effort'])).toEqual(['low', 'high']);
    for (const [args, message] of [
      [['--model', 'alpha/thinker', '--effort', 'max'], 'It takes low, high.'],
      [['--model', 'alpha/plain', '--effort', 'low'], 'alpha/plain does not reason'],
      [['--effort', 'low'], 'offline/rules does not reason'],
      [['--effort', 'huge'], 'none, minimal, low, medium, high, xhigh, max'],
    ] as const)
      expect(await ask(...args)).toMatchObject({
        exitCode: 2,
        stderr: expect.stringContaining(message) as string,
      });
    expect(alpha.received).toHaveLength(2);
  });
});
