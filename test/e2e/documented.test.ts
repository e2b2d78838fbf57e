import { LLMock } from '@copilotkit/aimock';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SET_A_MODEL } from '../../src/actors/llm/offline/wording.js';
import { ApprovalFile } from '../../src/host/node/approval-store.js';
import type { ThreadId } from '../../src/actors/protocol/thread.js';
import { toJson } from '../../src/actors/threads/exports/to-json.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { talk } from '../host/node/threads/library/library-world.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'dist/cli.js');
const COMMANDS = ['chat', 'run', 'files', 'search', 'grep', 'tree', 'threads', 'approvals', 'models'];

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
  const blocks = [...markdown.matchAll(/^```sh\n(.*?)^```/gms)].flatMap(([, block = '']) =>
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
      .replace(/^troupe report ID$/, '$& --yes')
      .replace('purge --all', 'purge --all --yes')
      .replaceAll(' DIR', ' src')
      .replaceAll(' ID', ' documented')
      .replaceAll(' WORDS', ' retry')
  );
}

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const lines = [
  ...new Set([
    ...commandsIn(README),
    ...examplesIn(helpOf('all')),
    ...COMMANDS.flatMap((command) => examplesIn(helpOf(command))),
    ...commandsIn(SET_A_MODEL),
  ]),
];

let dir: AbsPath;
let bin: AbsPath;
let mock: LLMock;
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

/** A conversation with the id "documented", one in the trash, one of a folder that has moved, and no export yet. */
async function storeThreads(): Promise<void> {
  const stateDirectory = join(bin, 'state/troupe');
  rmSync(stateDirectory, { recursive: true, force: true });
  const thread = talk([dir], ['retry the request']);
  const moved = join(bin, 'gone', basename(dir));
  for (const [root, id] of [
    [dir, 'documented'],
    [dir, 'other'],
    [moved, 'moved'],
  ] as const) {
    await using library = await openThreadLibrary({ stateDirectory, roots: [root], onProblem: fail });
    await library.append(id as ThreadId, thread);
    if (id === 'other') await library.delete(id as ThreadId);
  }
  rmSync(join(dir, 'chat.json'), { force: true });
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

test.each(lines)('%s', async (line) => {
  await storeThreads();
  if (line.includes('import'))
    writeFileSync(join(dir, 'chat.json'), toJson('x' as ThreadId, talk([], ['Hi'])));
  await new ApprovalFile(join(bin, 'config/troupe/approvals.json')).add([
    { effect: 'allow', when: { command: ['npm', 'test'] } },
    { effect: 'allow', when: { tool: 'fetch_page' } },
  ]);
  const ours = Object.entries(process.env).filter(
    ([name]) => !/^(?:TROUPE|OPENAI|NODE_OPTIONS|FORCE_COLOR)/.test(name),
  );
  const child = spawn('bash', ['-o', 'pipefail', '-c', withRealValues(line, `${mock.url}/v1`)], {
    cwd: dir,
    env: {
      ...Object.fromEntries(ours),
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      TROUPE_CACHE_DIRECTORY: '',
      XDG_STATE_HOME: join(bin, 'state'),
      XDG_CONFIG_HOME: join(bin, 'config'),
    },
  });
  // To a chat that has no terminal it is the message.
  child.stdin.end('Find *.ts\n');
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.resume();
  const [exitCode] = (await once(child, 'close')) as [number];
  expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
});
