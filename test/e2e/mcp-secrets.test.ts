import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { serveMcp } from '../host/mcp/serve-http.js';
import { type Ended, startTroupe, troupe } from './troupe.js';

const LEAKING = join(import.meta.dirname, '../doubles/leaking-mcp-server.mjs');
const PLAIN = join(import.meta.dirname, '../doubles/mcp-server.mjs');

// Each is written differently in each form, and none occurs by chance.
const ENV_KEY = 'Zq7/+="é\\%env-very-secret-0815';
const HEADER_KEY = 'Wx3/+="%header-very-secret-4711';
const TOKEN = 'Ty5/+="%oauth-very-secret-1234';
const REFRESH = 'Rz9/+="%refresh-very-secret-5678';
const SECRETS = [ENV_KEY, HEADER_KEY, TOKEN, REFRESH];

/** What a secret may look like: plain, JSON-escaped, percent-encoded, hexadecimal, and in base64 at each offset. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const part = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [part, part.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const hex = bytes.toString('hex');
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    hex,
    hex.toUpperCase(),
    ...base64,
  ];
}

/** The secrets that a text holds in some form, each with the form. */
function findSecrets(content: string): readonly string[] {
  return SECRETS.flatMap((secret) => formsOf(secret).filter((form) => content.includes(form)));
}

let dir: AbsPath;
let settings: AbsPath;
let state: AbsPath;
let model: SteeredModel;
let server: Server;
let url: string;
beforeEach(async () => {
  dir = makeTempDir();
  settings = makeTempDir();
  state = makeTempDir();
  model = new SteeredModel();
  await model.start();
  server = createServer((request, response) => void serveFar(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers = {
    near: { command: process.execPath, args: [LEAKING], env: { LEAK_KEY: ENV_KEY } },
    other: { command: process.execPath, args: [PLAIN, 'leaks'] },
    far: { url: `${url}/header`, headers: { Authorization: 'Bearer ${env:FAR_TOKEN}' } },
    signed: { url: `${url}/oauth` },
  };
  writeFiles(settings, { 'troupe/mcp.json': JSON.stringify({ mcpServers: servers }) });
  const saved = { tokens: { access_token: TOKEN, refresh_token: REFRESH, token_type: 'Bearer' } };
  writeFiles(settings, {
    'troupe/mcp-tokens.json': JSON.stringify({ [`${url}/oauth`]: JSON.stringify(saved) }),
  });
  chmodSync(join(settings, 'troupe/mcp-tokens.json'), 0o600);
});
afterEach(async () => {
  await model.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  for (const folder of [dir, settings, state]) removeTempDir(folder);
});

/** A server over HTTP that says in results and in errors what it was sent. */
async function serveFar(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '' } = request.headers;
  const bytes = Buffer.from(authorization.replace('Bearer ', ''), 'latin1');
  const shown = `${authorization} ${encodeURIComponent(bytes.toString())} ${bytes.toString('hex')} ${bytes.toString('base64')}`;
  await serveMcp(request, response, (answer, id, params) => {
    const isFailing = JSON.stringify(params).includes('error');
    const body = isFailing
      ? { error: { code: -32_000, message: `bad token ${shown}` } }
      : { result: { content: [{ type: 'text', text: `you sent ${shown}` }] } };
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }));
    return true;
  });
}

/** Every file below a folder as text. */
function readAll(folder: string): readonly { readonly path: string; readonly content: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return { path, content: readFileSync(path, 'utf8') };
    });
}

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly environment: string;
}

/** All processes of this machine, as far as they can be read. */
function listProcesses(): readonly Seen[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const read = (file: string): string => readFileSync(`/proc/${name}/${file}`, 'utf8');
        const parent = Number(/\) \S (\d+)/.exec(read('stat'))?.[1] ?? '0');
        return [{ pid: Number(name), parent, command: read('cmdline'), environment: read('environ') }];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

const env = (): Record<string, string> => ({
  XDG_CONFIG_HOME: settings,
  XDG_STATE_HOME: state,
  TROUPE_CACHE_DIRECTORY: join(state, 'cache'),
  TROUPE_API_KEY: 'sk-of-the-model-0123456789',
  FAR_TOKEN: HEADER_KEY,
});

const CALLS: readonly (readonly [name: string, args: object])[] = [
  ...['result', 'structured', 'failure', 'error', 'progress', 'question', 'crash'].map(
    (where) => ['near__leak', { where }] as const,
  ),
  ['near__read_resource', { uri: 'key://all' }],
  ['near__read_resource', {}],
  ['other__echo', { text: 'a' }],
  ['far__echo', { text: 'result' }],
  ['far__echo', { text: 'error' }],
  ['signed__echo', { text: 'result' }],
  ['signed__echo', { text: 'error' }],
  ['run_command', { command: 'env; tr "\\0" "\\n" < /proc/self/environ; ps -ef; cat /proc/*/cmdline' }],
];

/** A whole run in which each tool shows what it can; what was sent to the model, and the processes at each step. */
async function runAll(args: readonly string[]): Promise<{
  readonly ended: Ended;
  readonly sent: readonly string[];
  readonly seen: readonly (readonly Seen[])[];
  readonly pid: number;
}> {
  const running = startTroupe(
    [
      'run',
      '--base-url',
      model.url,
      '--model',
      'steered',
      '--auto-approve',
      'all',
      '--network',
      'allow',
      ...args,
      'Go',
    ],
    { cwd: dir, env: env() },
  );
  const sent: string[] = [];
  const seen: (readonly Seen[])[] = [];
  for (const call of CALLS) {
    const reply = await model.reply();
    sent.push(reply.body);
    seen.push(listProcesses());
    reply.call(call);
  }
  const last = await model.reply();
  sent.push(last.body);
  last.end('Done.');
  return { ended: await running.ended, sent, seen, pid: running.child.pid ?? 0 };
}

test.runIf(process.platform === 'linux')(
  'no key of a server is in anything that is written, printed or sent, nor in a process that it is not meant for',
  { timeout: 300_000 },
  async () => {
    const plain = await runAll([]);
    expect(plain.ended).toMatchObject({ exitCode: 0, stdout: 'Done.\n' });
    const json = await runAll(['--json']);
    expect(json.ended.exitCode).toBe(0);
    // The servers were reached, and have shown what they have.
    const sent = [...plain.sent, ...json.sent].join('\n');
    expect(sent.split('[key removed]').length).toBeGreaterThan(100);
    for (const name of ['near__leak', 'other__echo', 'far__echo', 'signed__echo'])
      expect(sent).toContain(name);
    expect(sent).toContain('you sent Bearer [key removed]');
    expect(findSecrets(sent)).toEqual([]);

    const run = (...args: readonly string[]): Promise<Ended> => troupe(args, { cwd: dir, env: env() });
    const threads = (await run('threads', '--json')).stdout.trim().split('\n');
    const { id } = JSON.parse(threads[0] ?? '{}') as { readonly id: string };
    const printed = [
      plain.ended,
      json.ended,
      await run('mcp', 'list'),
      await run('--json', 'mcp', 'list'),
      await run('mcp', 'test', 'near'),
      await run('--json', 'mcp', 'test', 'near'),
      await run('--json', 'mcp', 'test', 'far'),
      await run('threads', 'show', id),
      await run('threads', 'export', id),
      await run('threads', 'export', id, '--json'),
      await run('threads', 'export', id, '-o', 'chat.md'),
      await run('threads', 'export', id, '-o', 'chat.json'),
    ];
    for (const { stdout, stderr } of printed) expect(findSecrets(stdout + stderr)).toEqual([]);

    const written = [...readAll(state), ...readAll(dir)];
    expect(written.some(({ content }) => content.includes('near__leak'))).toBe(true);
    expect(written.filter(({ content }) => findSecrets(content).length > 0).map(({ path }) => path)).toEqual(
      [],
    );

    for (const { seen, pid } of [plain, json])
      for (const processes of seen) {
        expect(processes.filter(({ command }) => findSecrets(command).length > 0)).toEqual([]);
        const holding = processes.filter(({ environment }) => findSecrets(environment).length > 0);
        // The person gave one of them to this program, and a definition the other one to its server.
        const expected = processes.filter(
          (one) => one.pid === pid || (one.parent === pid && one.command.includes(LEAKING)),
        );
        expect(
          holding.map((one) => one.pid).filter((one) => !expected.some((known) => known.pid === one)),
        ).toEqual([]);
      }
  },
);
