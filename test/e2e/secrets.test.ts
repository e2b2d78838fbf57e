import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../src/host/node/sandbox/find-sandbox.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { whyUnsandboxed } from '../doubles/run-unless.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { formsOf } from './forms-of.js';
import { type Ended, jsonLines, type Running, startTroupe } from './troupe.js';

// With characters that each encoding writes otherwise.
const SECRETS = {
  'the key of a provider, from a variable': 'pk-of-alpha/"x"+0123456789?',
  'a header of a provider': 'team secret "of" alpha/+9876543210',
  'a key from a file': 'fk/from"file"+0123456789abcdef==',
  'the key of Troupe': 'tk-of-troupe/+"0123456789"',
  'the key of OpenAI': 'sk-proj-openai0123456789',
  'the key of Anthropic': 'sk-ant-anthropic0123456789',
};

const { state: sandbox } = await findSandbox({ roots: [] });

let folder: AbsPath;
let dir: string;
let config: string;
let dumps: string;
let keyFile: string;
let server: ModelServer;
beforeEach(async () => {
  folder = makeTempDir();
  server = await ModelServer.start();
  [dir, config, dumps] = ['root', 'config', 'dumps'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  keyFile = join(folder, 'own.key');
  for (const path of [dir, join(config, 'troupe'), dumps, join(folder, 'bin'), join(dir, '.git')])
    mkdirSync(path, { recursive: true });
  writeFiles(dir, { 'a.ts': 'export const a = 1;\n', '.gitignore': '*.log\n' });
  writeFileSync(keyFile, `${SECRETS['a key from a file']}\n`, { mode: 0o600 });
  const providers = {
    providers: {
      alpha: {
        baseUrl: server.url,
        apiKeyEnv: 'ALPHA_CREDENTIALS',
        headers: { 'X-Team': SECRETS['a header of a provider'] },
        models: { m: { contextWindow: 100_000 } },
      },
    },
  };
  writeFileSync(join(config, 'troupe/providers.json'), JSON.stringify(providers), { mode: 0o600 });
  // Programs that Troupe starts, by their names, say what environment they were given.
  const dump = (program: string): string => `env > ${dumps}/${program}-$$\n`;
  writeFileSync(join(folder, 'bin/git'), `#!/bin/sh\n${dump('git')}PATH=/usr/bin:/bin exec git "$@"\n`);
  writeFileSync(join(folder, 'bin/server'), `#!/bin/sh\n${dump('server')}exit 1\n`);
  for (const name of ['git', 'server']) chmodSync(join(folder, 'bin', name), 0o755);
  const servers = { mcpServers: { own: { command: join(folder, 'bin/server') } } };
  writeFileSync(join(config, 'troupe/mcp.json'), JSON.stringify(servers), { mode: 0o600 });
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(folder);
});

function start(...args: readonly string[]): Running {
  return startTroupe(args, {
    cwd: dir,
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      XDG_CONFIG_HOME: config,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_CACHE_HOME: join(folder, 'cache'),
      TROUPE_CACHE_DIRECTORY: join(folder, 'cache'),
      ALPHA_CREDENTIALS: SECRETS['the key of a provider, from a variable'],
      TROUPE_API_KEY: SECRETS['the key of Troupe'],
      OPENAI_API_KEY: SECRETS['the key of OpenAI'],
      ANTHROPIC_API_KEY: SECRETS['the key of Anthropic'],
    },
  });
}

/** Runs a command, and notes what its processes show of themselves meanwhile: command lines, and environments of children. */
async function run(...args: readonly string[]): Promise<Ended> {
  const running = start(...args);
  const seen = new Map<string, string>();
  const look = setInterval(() => {
    noteProcesses(running.child.pid, seen);
  }, 5);
  try {
    return await running.ended;
  } finally {
    clearInterval(look);
    writeFileSync(
      join(dumps, `seen-${args.join(' ').replaceAll('/', '_').slice(0, 100)}`),
      [...seen.values()].join('\n'),
    );
  }
}

/** Linux only: elsewhere nothing is noted, and only the programs that dump their environment show it. */
function noteProcesses(root: number | undefined, seen: Map<string, string>): void {
  if (process.platform !== 'linux' || root === undefined) return;
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1]));
    } catch {
      // It has ended.
    }
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || isBelow(parents.get(pid)));
  for (const pid of parents.keys()) {
    if (!isBelow(pid)) continue;
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const environment = pid === root ? '' : readFileSync(`/proc/${pid}/environ`, 'utf8');
      // Between its fork and its program a child still shows what its parent has.
      const isForked = pid !== root && command === readFileSync(`/proc/${root}/cmdline`, 'utf8');
      seen.set(`${pid} ${command}`, isForked ? command : `${command}\n${environment}`);
    } catch {
      // It has ended, or belongs to somebody else.
    }
  }
}

/** Whatever a server gets wrong when it says what it was sent. */
function echo({ request }: Received): string {
  const { authorization = '', 'x-team': team = '' } = request.headers;
  const sent = [authorization, authorization.replace('Bearer ', ''), String(team)];
  const forms = sent.flatMap((text) => formsOf(text).map((one) => one.text));
  return `Refused: ${JSON.stringify(request.rawHeaders)} ${forms.join(' ')}`;
}

const call = (id: string, name: string, args: object): object => ({
  index: Number(id.slice(1)),
  id,
  function: { name, arguments: JSON.stringify(args) },
});

/** Refuses the first request, has tools look for secrets, and then refuses again or answers. */
function beCurious(last: 'answers' | number, files: readonly string[] = []): void {
  const before = server.received.length;
  server.handle = (received) => {
    const { send, done, reply } = received;
    const at = server.received.length - before;
    if (at === 1) reply(500, { error: { message: echo(received), code: echo(received) } });
    else if (at === 2) {
      // Without a sandbox an allowed command reads what the person can read, other processes and files among it.
      const isSandboxed = whyUnsandboxed(sandbox) === undefined;
      const spying =
        '; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\0" "\\n"' +
        `; cat ${files.join(' ')} ${config}/troupe/providers.json`;
      const calls = [
        call('c0', 'run_command', {
          command: `env; tr "\\0" "\\n" < /proc/self/environ${isSandboxed ? spying : ''}`,
        }),
        call('c1', 'run_command', { command: 'git status' }),
        call('c2', 'read_file', { uri: join(config, 'troupe/providers.json') }),
        call('c3', 'read_file', { uri: keyFile }),
        call('c4', 'search_for_files', { query: 'a\\s*=', is_regex: true }),
      ];
      send(chunk({ tool_calls: calls }, 'tool_calls'));
      done();
    } else if (last === 'answers') {
      send(chunk({ content: 'I have looked.' }, 'stop'));
      done();
    } else reply(last, { error: { message: echo(received) } });
  };
}

/** All files below a folder, with their contents. */
function filesBelow(path: string): readonly (readonly [string, Buffer])[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [file, readFileSync(file)] as const);
}

test(
  'no secret lies in what a run prints, stores, exports, sends in a prompt, or gives to a process',
  { timeout: 300_000 },
  async () => {
    const places = new Map<string, string>();
    const keep = (name: string, { stdout, stderr }: Ended): void => {
      places.set(`${name}, output`, stdout);
      places.set(`${name}, errors`, stderr);
    };
    const own = ['--auto-approve', 'all', '--base-url', server.url, '--model', 'm'];

    beCurious(400);
    const alpha = ['--auto-approve', 'all', '--model', 'alpha/m', '--output', join(dir, 'out')];
    const failed = await run('run', '--json', ...alpha, 'Look around.');
    keep('a failed run', failed);
    expect(failed.exitCode).toBe(4);
    const [start] = jsonLines<{ readonly thread: string }>(failed);
    const thread = String(start?.thread);
    beCurious('answers', [keyFile]);
    const output = ['--output', join(folder, 'out')];
    const answered = await run('run', ...own, ...output, '--api-key-file', keyFile, 'Look around.');
    keep('a run with a key file', answered);
    expect([answered.exitCode, answered.stdout]).toEqual([0, 'I have looked.\n']);
    beCurious(401);
    const refused = await run('run', '--continue', ...own, 'Look again.');
    keep('a run with the key of a variable', refused);
    expect(refused.exitCode).toBe(4);
    for (const args of [
      ['threads', 'export', thread],
      ['threads', 'export', thread, '--format', 'markdown'],
      ['threads', 'export', thread, '-o', join(folder, 'exported.json')],
      ['threads', 'show', thread],
      ['threads', 'search', 'Look'],
      ['--json', 'threads', 'list'],
    ])
      keep(args.join(' '), await run(...args));
    expect(places.get(`threads export ${thread}, output`)).toContain('"kind":"observation"');
    expect(places.get(`threads export ${thread} --format markdown, output`)).toContain('Look around.');

    for (const [index, { body, request }] of server.received.entries()) {
      places.set(`prompt ${index}`, JSON.stringify(body));
      places.set(`address ${index}`, request.url ?? '');
    }
    for (const [path, content] of filesBelow(folder)) {
      // What the person wrote themselves.
      if (path === keyFile || path === join(config, 'troupe/providers.json')) continue;
      places.set(path.replace(folder, ''), content.toString('latin1'));
    }
    // The test looks where there is something to see.
    const names = [...places.keys()].join('\n');
    for (const part of [
      /\/state\/troupe\/.*\.log/,
      /root\/out\/trajectory\.json/,
      /out\/patch\.diff/,
      /dumps\/git-\d+/,
      /dumps\/server-\d+/,
      /dumps\/seen-run/,
    ])
      expect(names).toMatch(part);
    const observed = [...places.values()].join('\n');
    expect(observed).toContain('PATH=');
    expect(observed).toContain('[key removed]');

    const found = [...places].flatMap(([place, content]) =>
      Object.entries(SECRETS).flatMap(([what, secret]) =>
        formsOf(secret)
          .filter(({ text }) => content.includes(text))
          .map(({ form }) => `${place} has ${what}, ${form}`),
      ),
    );
    expect(found).toEqual([]);
  },
);
