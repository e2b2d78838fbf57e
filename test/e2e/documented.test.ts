import { LLMock } from '@copilotkit/aimock';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SET_A_MODEL } from '../../src/actors/llm/offline/wording.js';
import { ApprovalFile } from '../../src/host/node/approval-store.js';
import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import { toJson } from '../../src/actors/threads/exports/to-json.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { entriesIn, talk } from '../host/node/threads/library/library-world.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'dist/cli.js');
const COMMANDS = [
  'chat',
  'run',
  'files',
  'search',
  'grep',
  'tree',
  'threads',
  'replay',
  'report',
  'approvals',
  'models',
];

/** A command line that calls the program, at the start of a line or of a column. */
const COMMAND_LINE = /^(?:\S.*\| )?(?:[A-Z_]+=\S+ )*troupe(?: .*)?$/;

function helpOf(topic: string): string {
  return execFileSync(process.execPath, [CLI, 'help', topic], { encoding: 'utf8' });
}

/** The command lines among the examples of a help text: what stands before two blanks or the end of a line. */
function examplesIn(help: string): readonly string[] {
  return help
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/, 1)[0] ?? '')
    .filter((text) => COMMAND_LINE.test(text));
}

/** Those in the blocks and among the words of a Markdown text. */
function commandsIn(markdown: string): readonly string[] {
  const blocks = [...markdown.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  const words = [...markdown.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks.map((line) => line.replace(/\s+#.*$/, '')), ...words].filter((text) =>
    COMMAND_LINE.test(text),
  );
}

/** The same line with something real for each placeholder. */
function withRealValues(line: string, modelUrl: string): string {
  return (
    line
      .replace('OPENAI_API_KEY=...', `OPENAI_API_KEY=sk-test OPENAI_BASE_URL=${modelUrl}`)
      // The key of the company goes to the company alone: a server of our own gets another one.
      .replace(
        'ANTHROPIC_API_KEY=... troupe --model anthropic/NAME',
        `TROUPE_API_KEY=sk-test troupe --provider anthropic --base-url ${modelUrl} --model mock`,
      )
      .replaceAll('http://127.0.0.1:11434/v1', modelUrl)
      .replace(
        /--model NAME(?! --base-url)/,
        /--base-url|_KEY=/.test(line) ? '--model mock' : `--base-url ${modelUrl} --model mock`,
      )
      .replace(/^troupe models(?! check$|.*--base-url)(?: check)?/, `$& --base-url ${modelUrl}`)
      .replace('opus 5', 'claude sonnet')
      .replace('--provider openrouter coder', '--provider openai gpt')
      .replaceAll('"..."', '"Hi"')
      // Without a terminal nobody can be asked.
      .replace(/^troupe report\b/, '$& --yes')
      .replace(/(?<=--(?:until|from) )41/, String(observationIn(recorded).seq))
      .replace('../copy', join(bin, 'copy'))
      .replace('purge --all', 'purge --all --yes')
      .replaceAll(' DIR', ' src')
      .replaceAll(' FILE', ' chat.json')
      .replaceAll(' ID', ' documented')
      .replaceAll(' WORDS', ' retry')
  );
}

const [README = '', REPLAY = '', HARNESS = ''] = ['README.md', 'docs/replay.md', 'docs/harness.md'].map(
  (file) => readFileSync(join(ROOT, file), 'utf8'),
);
const lines = [
  ...new Set([
    ...[README, REPLAY, HARNESS].flatMap(commandsIn),
    ...examplesIn(helpOf('all')),
    ...COMMANDS.flatMap((command) => examplesIn(helpOf(command))),
    ...commandsIn(SET_A_MODEL),
  ]),
];

let dir: AbsPath;
let bin: AbsPath;
let mock: LLMock;
/** A conversation with one turn, which calls a tool. */
let recorded: readonly ThreadEntry[];
beforeAll(async () => {
  dir = makeTempDir();
  bin = makeTempDir();
  writeFiles(dir, {
    'src/index.ts': "import { api } from './api.js';\n// TODO: createHost\nconst createHost = api;\n",
    'src/api.ts': '',
    'task.md': 'Do it.\n',
  });
  execFileSync('git', ['init', '-q'], { cwd: dir });
  const tools = { troupe: `exec "${process.execPath}" "${CLI}" "$@"`, jq: 'exec cat' };
  for (const [name, script] of Object.entries(tools)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  mock.on({ userMessage: /./ }, { content: 'Fine.' });
  await mock.start();
  recorded = await recordTurn();
});
afterAll(async () => {
  await mock.stop();
  removeTempDir(dir);
  removeTempDir(bin);
});

test('there are command lines in the README, in every help and in what the stand-in says', () => {
  expect(lines.length).toBeGreaterThan(20);
  expect(commandsIn(SET_A_MODEL)).toHaveLength(2);
  for (const command of COMMANDS) expect(examplesIn(helpOf(command)).length).toBeGreaterThan(1);
});

/** Has the model that needs no network run a turn. */
async function recordTurn(): Promise<readonly ThreadEntry[]> {
  execFileSync(process.execPath, [CLI, 'run', 'retry the request'], {
    cwd: dir,
    env: makeEnv(),
    stdio: 'ignore',
  });
  await using library = await openThreadLibrary({
    stateDirectory: stateFolder(),
    roots: [dir],
    onProblem: fail,
  });
  const [thread] = await library.list();
  return entriesIn(library, thread?.id ?? '');
}

/** What a call of a recorded turn has found. */
function observationIn(entries: readonly ThreadEntry[]): ThreadEntry {
  return entries.find(({ kind }) => kind === 'observation') ?? fail('The recorded turn called no tool.');
}

/** The conversation with the id "documented", one in the trash, one of a folder that has moved, and no file of one yet. */
async function storeThreads(): Promise<void> {
  rmSync(stateFolder(), { recursive: true, force: true });
  const thread = talk([dir], ['retry the request']);
  const moved = join(bin, 'gone', basename(dir));
  for (const [root, id, entries] of [
    [dir, 'documented', recorded],
    [dir, 'other', thread],
    [moved, 'moved', thread],
  ] as const) {
    await using library = await openThreadLibrary({
      stateDirectory: stateFolder(),
      roots: [root],
      onProblem: fail,
    });
    await library.append(id as ThreadId, entries);
    if (id === 'other') await library.delete(id as ThreadId);
  }
  for (const name of readdirSync(dir).filter((file) => file.endsWith('.json'))) rmSync(join(dir, name));
  rmSync(join(bin, 'copy'), { recursive: true, force: true });
}

function stateFolder(): string {
  return join(bin, 'state/troupe');
}

/** Our environment without what concerns Troupe and its models, and with folders of the test. */
function makeEnv(): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^(?:TROUPE|OPENAI|NODE_OPTIONS|FORCE_COLOR)/.test(name),
  );
  return {
    ...Object.fromEntries(ours),
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    TROUPE_CACHE_DIRECTORY: '',
    XDG_STATE_HOME: join(bin, 'state'),
    XDG_CONFIG_HOME: join(bin, 'config'),
  };
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

test.each(lines)('%s', async (line) => {
  await storeThreads();
  if (line.includes('import'))
    writeFileSync(join(dir, 'chat.json'), toJson('x' as ThreadId, talk([], ['Hi'])));
  const [, report] = /^troupe replay (\S+\.json)$/.exec(line) ?? [];
  if (report !== undefined) writeFileSync(join(dir, report), toJson('documented' as ThreadId, recorded));
  await new ApprovalFile(join(bin, 'config/troupe/approvals.json')).add([
    { effect: 'allow', when: { command: ['npm', 'test'] } },
    { effect: 'allow', when: { tool: 'fetch_page' } },
  ]);
  const child = spawn('bash', ['-o', 'pipefail', '-c', withRealValues(line, `${mock.url}/v1`)], {
    cwd: dir,
    env: makeEnv(),
  });
  // To a chat that has no terminal it is the message.
  child.stdin.end('Find *.ts\n');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  const [exitCode] = (await once(child, 'close')) as [number];
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
  if (/^troupe replay (?!.*--from)/.test(line))
    expect(stdout).toMatch(/^1 turn: [1-9]\d* entries made again the same/m);
});
