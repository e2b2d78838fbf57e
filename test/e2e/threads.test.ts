import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { DeletedThread, ThreadHit, ThreadSummary } from '../../src/actors/protocol/thread-store.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { talk } from '../host/node/threads/library/library-world.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { type Ended, jsonLines, startTroupe, troupe } from './troupe.js';
import { until } from '../doubles/until.js';

const PROMPT = '› Ask about this workspace. /help for more.';
const A = 'aaaa1111-first' as ThreadId;
const B = 'aaaa2222-second' as ThreadId;

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = () => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-test' });

const threads = (...args: readonly string[]): Promise<Ended> =>
  troupe(['threads', ...args], { cwd: dir, env: env() });

async function listed(...args: readonly string[]): Promise<readonly ThreadSummary[]> {
  return jsonLines<ThreadSummary>(await threads('--json', ...args));
}

/** Stores a thread as an earlier run has. */
async function store(id: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
  await using library = await openThreadLibrary({
    stateDirectory: join(state, 'troupe'),
    roots: [dir],
    onProblem: (sentence) => expect.fail(sentence),
  });
  await library.append(id, entries);
}

const modelArgs = (): readonly string[] => ['--base-url', model.url, '--model', 'steered'];

function chat(...args: readonly string[]): Terminal {
  return new Terminal([...modelArgs(), ...args], { cwd: dir, columns: 100, env: env() });
}

describe('troupe threads', () => {
  test('lists the newest first, for a person and for a program', async () => {
    expect(await threads()).toEqual({
      exitCode: 0,
      stdout: 'There is no conversation of this folder yet.\n',
      stderr: '',
    });
    await store(A, talk([dir], ['fix the parser', 'and its tests'], 1_000));
    await store(B, talk([dir], ['write\u001b[31m a poem'], 2_000));
    const { stdout } = await threads();
    expect(stdout).toBe(
      'aaaa2222  1970-01-01  1 message   write a poem\naaaa1111  1970-01-01  2 messages  fix the parser\n',
    );
    expect((await listed()).map(({ id, messages }) => [id, messages])).toEqual([
      [B, 1],
      [A, 2],
    ]);
    expect(await troupe(['threads'], { cwd: state, env: env() })).toMatchObject({
      stdout: 'There is no conversation of this folder yet.\n',
    });
  });

  test('shows, searches, renames, archives, copies, exports and imports', async () => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    expect((await threads('show', 'aaaa')).stdout).toBe(
      '# fix the parser\n\n## You\n\nfix the parser\n\n## Troupe\n\nAbout fix the parser: yes.\n\n> This turn was interrupted before it ended.\n',
    );
    expect(jsonLines(await threads('show', 'aaaa', '--json'))).toEqual(
      talk([dir], ['fix the parser'], 1_000),
    );
    expect(jsonLines<ThreadHit>(await threads('search', '--json', 'PARSER', 'yes'))).toEqual([
      {
        thread: A,
        title: 'fix the parser',
        entry: 'e2',
        at: 1_002,
        role: 'assistant',
        excerpt: 'About fix the parser: yes.',
        ranges: [
          { from: 14, to: 20 },
          { from: 22, to: 25 },
        ],
      },
    ]);
    expect(await threads('search', 'absent')).toEqual({ exitCode: 1, stdout: '', stderr: '' });
    expect((await threads('rename', A, 'The', 'parser')).stdout).toBe('Renamed to "The parser".\n');
    expect((await threads('archive', A)).stdout).toBe('archived: The parser\n');
    expect([await listed(), (await listed('--all')).length]).toEqual([[], 1]);
    await threads('unarchive', A);
    const copied = jsonLines<{ id: string }>(await threads('duplicate', A, '--json'))[0]?.id;
    expect((await listed()).map(({ title }) => title)).toEqual(['The parser', 'The parser']);
    await threads('export', A, '-o', 'chat.json');
    expect((await threads('export', A, '-o', 'chat.json')).stderr).toBe(
      'troupe: chat.json exists already: name another file.\n',
    );
    expect((await threads('export', A)).stdout).toBe(readFileSync(join(dir, 'chat.json'), 'utf8'));
    expect((await threads('export', A, '--format', 'markdown')).stdout).toMatch(/^# The parser\n/);
    const imported = jsonLines<{ id: string }>(await threads('import', 'chat.json', '--json'))[0]?.id;
    expect(new Set([A, copied, imported]).size).toBe(3);
    expect((await threads('show', imported ?? '')).stdout).toBe((await threads('show', A)).stdout);
  });

  test('deletes to a trash, restores from it, and frees it only when that is meant', async () => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    await store(B, talk([dir], ['write a poem'], 2_000));
    expect((await threads('delete', A, B)).stdout).toBe(
      'Deleted: fix the parser ("troupe threads restore aaaa1111" takes it back)\n' +
        'Deleted: write a poem ("troupe threads restore aaaa2222" takes it back)\n',
    );
    const deleted = jsonLines<DeletedThread>(await threads('--deleted', '--json'));
    expect(deleted.map(({ id }) => id).sort()).toEqual([A, B]);
    expect((await threads('restore', 'aaaa1')).stdout).toBe('Restored: fix the parser\n');
    expect((await listed()).map(({ id }) => id)).toEqual([A]);
    const refused = await threads('purge', '--all');
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^troupe: This deletes for good: 1 conversation, \d+ bytes\. Say --yes to do so\.\n$/,
      ),
    ]);
    expect((await threads('purge', '--all', '--yes')).stdout).toMatch(
      /^Deleted for good: 1 conversation, \d+ bytes freed\.\n$/,
    );
    expect((await threads('--deleted')).stdout).toBe('The trash is empty.\n');
    expect((await threads('purge')).exitCode).toBe(2);
  });

  test('asks on a terminal before it frees the trash', async () => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    await threads('delete', A);
    for (const [answer, left] of [
      ['n', 1],
      ['y', 0],
    ] as const) {
      const terminal = new Terminal(['threads', 'purge', '--all'], { cwd: dir, env: env() });
      await terminal.until((lines) => lines.some((line) => line.includes('[n]o ›')));
      terminal.press(answer);
      await terminal.exitCode;
      expect(jsonLines(await threads('--deleted', '--json'))).toHaveLength(left);
    }
  });

  test('brings the conversations of a folder that was renamed here', async () => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    const moved = `${dir}-renamed`;
    writeFileSync(join(dir, 'Makefile'), '');
    renameSync(dir, moved);
    try {
      const run = (...args: readonly string[]) => troupe(['threads', ...args], { cwd: moved, env: env() });
      expect((await run('orphans')).stdout).toContain(`${dir}  1 conversation, now`);
      expect((await run('adopt', dir)).stdout).toBe(`Adopted 1 conversation of ${dir}.\n`);
      expect(jsonLines<ThreadSummary>(await run('--json'))).toMatchObject([{ id: A, roots: [moved] }]);
      expect((await run('adopt')).exitCode).toBe(2);
    } finally {
      renameSync(moved, dir);
    }
  });

  test.each([
    [['show', 'unknown'], /There is no thread "unknown" here/],
    [['show', '../../x'], /There is no thread "\.\.\/\.\.\/x" here/],
    [['show', ''], /There is no thread "" here/],
    [
      ['show', 'aaaa'],
      /2 threads begin with "aaaa": aaaa2222 \("write a poem"\), aaaa1111 .* Type more of the id\./,
    ],
    [['import', 'absent.json'], /absent\.json cannot be read \(ENOENT\)/],
    [['import', 'bad.json'], /This is no exported thread: expected .* got no JSON/],
  ])('%j says what is wrong', async (args, message) => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    await store(B, talk([dir], ['write a poem'], 2_000));
    writeFileSync(join(dir, 'bad.json'), 'bad');
    const { exitCode, stderr } = await threads(...args);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });

  test('lists, shows, exports and copies what a newer Troupe wrote, and does not continue it', async () => {
    const [first, ...rest] = talk([dir], ['from the future'], 1_000);
    await store(A, [{ ...first, version: 99 } as ThreadEntry, ...rest]);
    expect(await listed()).toMatchObject([{ id: A, title: 'from the future' }]);
    expect((await threads('show', A)).stdout).toContain('from the future');
    expect((await threads('export', A)).stdout).toContain('"version":99');
    expect((await threads('duplicate', A)).exitCode).toBe(0);
    for (const run of [
      threads('rename', A, 'x'),
      troupe(['run', '--resume', A, 'Hi'], { cwd: dir, env: env() }),
    ]) {
      const { exitCode, stderr } = await run;
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('A newer Troupe wrote the thread')]);
    }
  });
});

describe('troupe run', () => {
  /** A run that is answered, and what the model got. */
  async function ask(...args: readonly string[]): Promise<{ ended: Ended; asked: readonly string[] }> {
    const run = startTroupe(['run', ...modelArgs(), ...args], { cwd: dir, env: env() });
    const reply = await model.reply();
    reply.end('Fine.');
    const asked = reply.messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
    return { ended: await run.ended, asked };
  }

  test('stores its conversation, which the next one continues', async () => {
    const { ended } = await ask('--json', 'First');
    const [start] = jsonLines<{ thread: string }>(ended);
    expect(await listed()).toMatchObject([{ id: start?.thread, title: 'First', messages: 1 }]);
    expect((await ask('--continue', 'Second')).asked).toEqual(['First', 'Fine.', 'Second']);
    const third = await ask('--json', '--resume', start?.thread.slice(0, 8) ?? '', 'Third');
    expect(third.asked.at(-1)).toBe('Third');
    expect(jsonLines(third.ended)[0]).toMatchObject({ type: 'start', thread: start?.thread });
    expect(await listed()).toMatchObject([{ messages: 3 }]);
  });

  test('stores nothing with --no-save, and cannot continue with it', async () => {
    await ask('--no-save', 'First');
    expect(existsSync(join(state, 'troupe', 'threads'))).toBe(false);
    const refused = await troupe(['run', '--no-save', '--continue', 'x'], { cwd: dir, env: env() });
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('leave out --no-save')]);
    const none = await troupe(['run', '--continue', 'x'], { cwd: dir, env: env() });
    expect([none.exitCode, none.stderr]).toEqual([
      2,
      expect.stringContaining('no conversation of this folder'),
    ]);
  });

  test('goes on with a turn that was killed, and says what was interrupted', async () => {
    const run = startTroupe(['run', ...modelArgs(), '--auto-approve', 'all', 'Wait'], {
      cwd: dir,
      env: env(),
    });
    (await model.reply()).call(['run_command', { command: 'touch began; sleep 60' }]);
    await run.printed('sleep 60', 'stderr');
    await until(() => existsSync(join(dir, 'began')), 'the command has begun');
    run.child.kill('SIGKILL');
    await run.ended;
    const { ended, asked } = await ask('--continue');
    expect(ended.exitCode).toBe(0);
    expect(ended.stderr).toContain(
      'The last turn was interrupted while run_command ran: it may have had effects',
    );
    expect(asked.join('\n')).toContain('interrupted while it ran');
    expect(ended.stdout).toBe('Fine.\n');
  });

  test('runs without a store where none can be written, and says so', async () => {
    mkdirSync(join(state, 'troupe'));
    writeFileSync(join(state, 'troupe', 'threads'), '');
    const { ended } = await ask('First');
    expect(ended).toMatchObject({ exitCode: 0, stdout: 'Fine.\n' });
    expect(ended.stderr).toContain('troupe: this conversation is not stored and ends with the program.');
  });
});

describe('a chat', () => {
  async function say(terminal: Terminal, text: string, answer: string): Promise<readonly string[]> {
    terminal.press(text, KEY.enter);
    const reply = await model.reply();
    reply.end(answer);
    await terminal.until((lines) => lines.includes(answer) && lines.at(-1) === PROMPT);
    return reply.messages.filter(({ role }) => role !== 'system').map(({ content }) => content);
  }

  test('says at its end how to come back, and goes on from there', async () => {
    const first = chat();
    await first.endsWith(PROMPT);
    await say(first, 'Remember 7', 'I do.');
    first.press('/rename Seven', KEY.enter);
    await first.until((lines) => lines.some((line) => line.includes('Renamed to "Seven".')));
    first.press('/quit', KEY.enter);
    expect(await first.exitCode).toBe(0);
    const [id] = (await listed()).map((thread) => thread.id);
    expect(first.lines.join('\n')).toContain(`To continue: troupe --resume ${id?.slice(0, 8)}`);

    const second = chat('--resume', id?.slice(0, 8) ?? '');
    await second.until((lines) => lines.at(-1) === PROMPT && lines.includes('I do.'));
    expect(second.lines).toContain('Seven (1 message)');
    expect(await say(second, 'Which number?', 'Seven.')).toEqual(['Remember 7', 'I do.', 'Which number?']);
    second.press('/quit', KEY.enter);
    await second.exitCode;
    expect(await listed()).toMatchObject([{ title: 'Seven', messages: 2 }]);
  });

  test('without a message leaves nothing behind', async () => {
    const terminal = chat();
    await terminal.endsWith(PROMPT);
    terminal.press('/quit', KEY.enter);
    await terminal.exitCode;
    expect(terminal.lines.join('\n')).not.toContain('--resume');
    expect(await listed()).toEqual([]);
  });

  test('lists, searches, opens and deletes others', async () => {
    await store(A, talk([dir], ['fix the parser'], 1_000));
    await store(B, talk([dir], ['write a poem'], 2_000));
    const terminal = chat('--resume');
    await terminal.until((lines) => lines.some((line) => line.includes('/resume NUMBER goes on with one.')));
    expect(terminal.lines.filter((line) => /^\d /.test(line))).toEqual([
      '1  aaaa2222  1970-01-01  1 message  write a poem',
      '2  aaaa1111  1970-01-01  1 message  fix the parser',
    ]);
    await terminal.until((lines) => lines.at(-1) === PROMPT);
    terminal.press('/threads PARSER', KEY.enter);
    await terminal.until((lines) => lines.some((line) => line.includes('you: fix the parser')));
    terminal.press('/resume 1', KEY.enter);
    await terminal.until((lines) => lines.includes('About fix the parser: yes.'));
    expect(await say(terminal, 'More', 'Yes.')).toEqual([
      'fix the parser',
      'About fix the parser: yes.',
      'More',
    ]);
    terminal.press('/delete aaaa2222', KEY.enter);
    await terminal.until((lines) => lines.some((line) => line.includes('Deleted: write a poem')));
    terminal.press('/delete aaaa1', KEY.enter);
    await terminal.until((lines) => lines.some((line) => line.includes('Deleted: fix the parser')));
    terminal.press('/quit', KEY.enter);
    await terminal.exitCode;
    expect(await listed()).toEqual([]);
    expect(jsonLines(await threads('--deleted', '--json'))).toHaveLength(2);
  });

  test('offers to go on with a turn that was killed', async () => {
    const run = startTroupe(['run', ...modelArgs(), 'Wait'], { cwd: dir, env: env() });
    await model.reply();
    run.child.kill('SIGKILL');
    await run.ended;
    const terminal = chat('--continue');
    await terminal.until(
      (lines) => lines.at(-1) === PROMPT && lines.join(' ').includes('interrupted while the model worked'),
    );
    terminal.press('/continue', KEY.enter);
    (await model.reply()).end('Here I am.');
    await terminal.until((lines) => lines.includes('Here I am.') && lines.at(-1) === PROMPT);
    terminal.press('/continue', KEY.enter);
    await terminal.until((lines) => lines.join(' ').includes('Nothing was interrupted.'));
  });

  test('leaves a conversation alone that another program has open', async () => {
    const first = chat();
    await first.endsWith(PROMPT);
    await say(first, 'Remember 7', 'I do.');
    const { exitCode, stderr } = await troupe(['run', '--continue', 'x'], { cwd: dir, env: env() });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('Another window or program has the thread'),
    ]);
    expect((await threads('delete', (await listed())[0]?.id ?? '')).exitCode).toBe(6);
    expect(readdirSync(join(state, 'troupe', 'threads'))).toHaveLength(1);
  });

  test('goes on with a conversation in one program at a time, before anything is said in it', async () => {
    await store(A, talk([dir], ['Remember 7']));
    const first = chat('--continue');
    await first.endsWith(PROMPT);
    const { exitCode, stderr } = await troupe(['run', '--continue', 'x'], { cwd: dir, env: env() });
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('Another window or program has the thread'),
    ]);
    await say(first, 'And 8', 'That too.');
  });

  test('begins nothing in a conversation that has gone on elsewhere, and says so', async () => {
    const first = chat();
    await first.endsWith(PROMPT);
    await say(first, 'Remember 7', 'I do.');
    const id = (await listed())[0]?.id as ThreadId;
    await using library = await openThreadLibrary({
      stateDirectory: join(state, 'troupe'),
      roots: [dir],
      onProblem: (sentence) => expect.fail(sentence),
    });
    await library.take(id);
    first.press('And 8', KEY.enter);
    await first.until((lines) => lines.join('').includes('another window or program goes on with it'));
  });
});
