import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, paste, Terminal } from './terminal.js';

const PROMPT = '› Ask about this workspace. /help for more.';

// In 40 columns.
const NARROW_PROMPT = '› Ask about this workspace. /help for …';

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'src/needle.ts': 'export const needle = 42;\n', 'src/other.ts': '', 'my notes.md': '' });
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

/** A chat with the model, once it asks for a message. */
async function startChat(
  options: {
    readonly args?: readonly string[];
    readonly term?: string;
    readonly columns?: number;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Terminal> {
  const { args = [], term = 'xterm-256color', columns = 80, env = {} } = options;
  const terminal = new Terminal(['--base-url', model.url, '--model', 'steered', ...args], {
    cwd: dir,
    columns,
    env: {
      TERM: term,
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      TROUPE_API_KEY: 'sk-secret-0123456789',
      SHELL: '/bin/sh',
      ...env,
    },
  });
  if (term !== 'dumb') await terminal.endsWith(columns < 80 ? NARROW_PROMPT : PROMPT);
  return terminal;
}

/** The message that the model gets for what is typed. */
async function sentFor(terminal: Terminal, ...keys: readonly string[]): Promise<string> {
  terminal.press(...keys);
  const reply = await model.reply();
  await endTurn(terminal, reply);
  return reply.lastMessage;
}

let turns = 0;

/** Answers, and resolves when the turn is over: the prompt alone may be the one from before it. */
async function endTurn(terminal: Terminal, reply: Awaited<ReturnType<typeof model.reply>>): Promise<void> {
  const answer = `Fine ${++turns}.`;
  reply.end(answer);
  await terminal.until((lines) => lines.includes(answer) && lines.at(-1) === PROMPT);
}

describe('a message', () => {
  test.each([
    ['Alt-Enter', ['one', KEY.altEnter, 'two', KEY.enter], 'one\ntwo'],
    ['Shift-Enter', ['one', KEY.shiftEnter, 'two', KEY.enter], 'one\ntwo'],
    ['a backslash and Enter', ['one\\', KEY.enter, 'two', KEY.enter], 'one\ntwo'],
    ['a paste of several lines', [paste('one\n\ttwo\nthree'), KEY.enter], 'one\n\ttwo\nthree'],
    [
      'a mended word',
      ['wrongg', KEY.backspace, ' or right', '\u0001', 'Not ', KEY.enter],
      'Not wrong or right',
    ],
  ])('with %s goes to the model as it was typed', async (_what, keys, expected) => {
    const terminal = await startChat();
    expect(await sentFor(terminal, ...keys)).toBe(expected);
  });

  test('with a long paste shows a mark and sends all of it', async () => {
    const text = Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n');
    const terminal = await startChat();
    terminal.press('see ', paste(text));
    await terminal.endsWith('› see [Pasted #1: 200 lines]');
    expect(await sentFor(terminal, KEY.enter)).toBe(`see ${text}`);
  });

  test('that begins with a path is no command', async () => {
    const terminal = await startChat();
    expect(await sentFor(terminal, '/etc/hosts is what?', KEY.enter)).toBe('/etc/hosts is what?');
  });
});

describe('a turn', () => {
  test('gives a sign of life until the first token, and leaves no trace of it', async () => {
    const terminal = await startChat();
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    await terminal.shows('Thinking · ');
    await terminal.shows('Esc interrupts');
    reply.think('Hm.\nWell.');
    await terminal.shows('Well.');
    reply.end('It is **so**.');
    const lines = await terminal.endsWith(PROMPT);
    expect(lines.slice(lines.indexOf('› Hi'), -3)).toEqual(['› Hi', '', 'Hm.', 'Well.', '', 'It is so.', '']);
    expect(lines.at(-3)).toMatch(/^\d+\.\d s · 100 tokens in, 20 out$/);
  });

  test('draws Markdown as it comes, and takes back nothing that was drawn', async () => {
    const terminal = await startChat({ columns: 40 });
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    reply.say('# Title\n\nSome **bold words that are not all th');
    await terminal.shows('are not all th');
    reply.say('ere**.\n\n```sh\necho "code is as it was, however long its lines are"\n');
    await terminal.shows('however long');
    reply.end('```\n\n| a | b |\n| - | - |\n| 1 | 2 |\n');
    const lines = await terminal.endsWith('', NARROW_PROMPT);
    expect(lines.slice(lines.indexOf('› Hi') + 2, -4)).toEqual([
      'Title',
      '',
      'Some bold words that are not all there.',
      '',
      'echo "code is as it was, however long it',
      's lines are"',
      '',
      'a  b',
      '─  ─',
      '1  2',
    ]);
  });

  test.each([
    ['in colours', {}, 'ts', true],
    ['without colours where NO_COLOR is set', { NO_COLOR: '1' }, 'ts', false],
    ['without colours in an unknown language', {}, 'nonsense', false],
  ])('shows code %s', async (_what, env, language, isColored) => {
    const terminal = await startChat({ env });
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    reply.say(`So:\n\n\`\`\`${language}\ncon`);
    reply.say('st needle = 42;\n');
    // Before the block is whole.
    await terminal.shows('const needle = 42;');
    await endTurn(terminal, reply);
    expect(terminal.sent.includes('\u001b[35mconst\u001b[39m needle')).toBe(isColored);
    expect(terminal.lines.filter((line) => line.includes('needle'))).toEqual(['const needle = 42;']);
  });

  test('is interrupted by Escape, keeps what came, and the next one runs', async () => {
    const terminal = await startChat();
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    reply.say('Half an ans');
    await terminal.shows('Half an ans');
    terminal.press(KEY.escape);
    await reply.closed;
    const lines = await terminal.endsWith(PROMPT);
    expect(lines).toEqual(expect.arrayContaining(['Half an ans', 'Interrupted.']));
    expect(await sentFor(terminal, 'Again', KEY.enter)).toBe('Again');
  });

  test('keeps what is typed meanwhile, and sends what was entered when it is over', async () => {
    const terminal = await startChat();
    terminal.press('First', KEY.enter);
    const first = await model.reply();
    terminal.press('Second', KEY.enter, 'thi');
    await terminal.endsWith('› Second (next)', '› thi');
    first.end('One.');
    const second = await model.reply();
    expect(second.lastMessage).toBe('Second');
    terminal.press('rd');
    second.end('Two.');
    await terminal.endsWith('', '› third');
    expect(await sentFor(terminal, KEY.enter)).toBe('third');
  });

  test('that is interrupted sends nothing that was entered for later', async () => {
    const terminal = await startChat();
    terminal.press('First', KEY.enter);
    const first = await model.reply();
    terminal.press('Second', KEY.enter);
    await terminal.shows('(next)');
    terminal.press(KEY.escape);
    await first.closed;
    await terminal.endsWith('', '› Second');
    expect(model.count).toBe(1);
  });

  test('gives a message that waits for its end back with Up, to be changed', async () => {
    const terminal = await startChat();
    terminal.press('First', KEY.enter);
    const first = await model.reply();
    terminal.press('Second', KEY.enter);
    await terminal.shows('› Second (next)');
    terminal.press('Third', KEY.enter);
    await terminal.shows('› Third (next)');
    terminal.press(KEY.up);
    await terminal.endsWith('› Second (next)', '› Third');
    terminal.press(' and more', KEY.enter);
    await terminal.shows('› Third and more (next)');
    first.end('Done.');
    const second = await model.reply();
    second.end('Done.');
    const third = await model.reply();
    expect([second.lastMessage, third.lastMessage]).toEqual(['Second', 'Third and more']);
  });

  test('in which Ctrl-D is pressed is the last one, after what was entered before it', async () => {
    const terminal = await startChat();
    terminal.press('First', KEY.enter);
    const first = await model.reply();
    terminal.press('Second', KEY.enter, KEY.ctrlD);
    await terminal.shows('› leave (next)');
    first.end('Done.');
    (await model.reply()).end('Done as well.');
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.lines).toContain('Done as well.');
  });

  test('from which Ctrl-D was taken back with Up is not the last one', async () => {
    const terminal = await startChat();
    terminal.press('First', KEY.enter);
    const first = await model.reply();
    terminal.press(KEY.ctrlD);
    await terminal.shows('› leave (next)');
    terminal.press(KEY.up);
    await endTurn(terminal, first);
  });

  test('shows an edit once, as what it changed', async () => {
    const terminal = await startChat({ args: ['--auto-approve', 'edits'] });
    terminal.press('Mend', KEY.enter);
    const blocks =
      '<<<<<<< ORIGINAL\nexport const needle = 42;\n=======\nexport const needle = 43;\n>>>>>>> UPDATED';
    (await model.reply()).call(['edit_file', { uri: 'src/needle.ts', search_replace_blocks: blocks }]);
    (await model.reply()).end('Done.');
    const lines = await terminal.endsWith(PROMPT);
    expect(lines.slice(lines.indexOf('› Mend') + 2, -5)).toEqual([
      '→ edit_file src/needle.ts',
      '  Edited src/needle.ts: 1 block applied.',
      '  @@ -1,1 +1,1 @@',
      '  -export const needle = 42;',
      '  +export const needle = 43;',
      '',
    ]);
    terminal.press('/diff', KEY.enter);
    await terminal.until((all) => all.filter((line) => line === '  +export const needle = 43;').length === 2);
  });

  test('folds a long output, and lets nothing of it act on the terminal', async () => {
    const terminal = await startChat({ args: ['--auto-approve', 'all'] });
    terminal.press('Run', KEY.enter);
    const command = String.raw`printf '\033]0;title\007\033[2J\033[31mred\n'; seq 1 100`;
    (await model.reply()).call(['run_command', { command }]);
    (await model.reply()).end('Done.');
    const lines = await terminal.endsWith(PROMPT);
    expect(lines).toEqual(
      expect.arrayContaining(['  1', '  … 88 more lines: /output 1 shows all …', '  93', '  100']),
    );
    expect(lines).not.toContain('  50');
    expect(terminal.sent).not.toContain('\u001b]0;');
    expect(terminal.sent).not.toContain('\u001b[2J');
  });

  test('shows of a failed command the screen at its end, and /output all of it in the pager', async () => {
    // A test prints what it expected a while before its last line.
    writeFiles(dir, {
      'tests.sh': 'seq 1 100; echo "expected 1 to be 2"; seq 1 30; printf "\\033]0;title\\007\\n"; exit 1\n',
      'pager.sh': 'cat >read.txt; echo "the pager has it"\n',
    });
    const terminal = await startChat({ args: ['--auto-approve', 'all'], env: { PAGER: 'sh pager.sh' } });
    terminal.press('Run', KEY.enter);
    (await model.reply()).call(['run_command', { command: 'sh tests.sh' }]);
    (await model.reply()).end('Done.');
    const lines = await terminal.endsWith(PROMPT);
    expect(lines).toEqual(
      expect.arrayContaining(['  … 87 more lines: /output 1 shows all …', '  expected 1 to be 2']),
    );
    terminal.press('/output 1', KEY.enter);
    await terminal.until((all) => all.includes('the pager has it') && all.at(-1) === PROMPT);
    const read = readFileSync(join(dir, 'read.txt'), 'utf8');
    expect(read).toMatch(
      /→.*run_command.* sh tests\.sh\nExit code 1, .*\n[^]*stdout:\n1\n2\n[^]*\n99\n100\nexpected/,
    );
    expect(read).not.toContain('\u001b]0;');
  });

  test.each([
    ['has no such program', 'no-such-pager-1'],
    ['is empty', ''],
  ])('/output and /diff print, where PAGER %s', async (_what, PAGER) => {
    const terminal = await startChat({ args: ['--auto-approve', 'all'], env: { PAGER } });
    terminal.press('Run', KEY.enter);
    (await model.reply()).call(['run_command', { command: 'seq 1 100 | tee numbers.txt' }]);
    (await model.reply()).end('Done.');
    await terminal.endsWith(PROMPT);
    terminal.press('/output', KEY.enter);
    await terminal.until((all) => all.includes('50') && all.at(-1) === PROMPT);
    terminal.press('/diff', KEY.enter);
    await terminal.until((all) => all.includes('  +50') && all.at(-1) === PROMPT);
  });

  test('ends with how full the window is, where the window is known', async () => {
    const terminal = await startChat({ env: { TROUPE_CONTEXT_WINDOW: '100000' } });
    terminal.press('/mode ask', KEY.enter, 'Hi', KEY.enter);
    (await model.reply()).end('Fine.');
    await terminal.shows(' · 0 % of 100k context');
  });

  test('that fails says so without the name of a class', async () => {
    const terminal = await startChat();
    await model.stop();
    terminal.press('Hi', KEY.enter);
    const lines = await terminal.until(
      (all) => all.at(-1) === PROMPT && all.some((line) => line.startsWith('✗ ')),
    );
    expect(lines.join('\n')).not.toMatch(/[A-Z]\w+Error\b/);
    model = new SteeredModel();
    await model.start();
  });
});

describe('a command of the chat', () => {
  test.each([
    ['/help', 'interrupt the turn'],
    ['/model', 'steered\n/model NAME goes on with another'],
    ['/mode gather', '● gather'],
    ['/mode nonsense', '✗ There is no mode "nonsense"'],
    ['/mode toString', '✗ There is no mode "toString"'],
    ['/tools', 'search_for_files'],
    ['/cost', 'Nothing was used'],
    ['/skills', 'There are none: a skill is a folder'],
    ['/diff', 'Nothing: no file was changed'],
    ['/output', '✗ No tool was called in this conversation yet.'],
    ['/export', '✗ Say where to: /export FILE'],
    ['/clear', 'Started a new conversation'],
    ['/nope and more', '✗ There is no command /nope; nothing was sent.'],
    ['/modle', 'nothing was sent. Did you mean /model?'],
    ['/thread', 'nothing was sent. Did you mean /threads?'],
    ['/exprot x', 'nothing was sent. Did you mean /export?'],
    ['/', '/help /model /models /effort /mode /plan /tools /context'],
    ['!echo $((6 * 7))', '42'],
    ['!exit 3', 'Exit code 3.'],
    ['!', 'Say what is to be run'],
  ])('%s says "%s", and the model is told nothing', async (line, expected) => {
    const terminal = await startChat();
    terminal.press(line, KEY.enter);
    await terminal.until((lines) => lines.at(-1) === PROMPT && lines.slice(3).join('\n').includes(expected));
    expect(model.count).toBe(0);
  });

  test('/model takes the name that the first line shows', async () => {
    const terminal = await startChat();
    const [, name = ''] = (terminal.lines[0] ?? '').split(' · ');
    terminal.press('/model other', KEY.enter);
    await terminal.shows('other goes on from here.');
    terminal.press(`/model ${name}`, KEY.enter);
    await terminal.shows('steered goes on from here.');
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    expect(JSON.parse(reply.body)).toMatchObject({ model: 'steered' });
    await endTurn(terminal, reply);
  });

  test('/mode holds for the next turn, and /model goes on with the conversation', async () => {
    const terminal = await startChat();
    await sentFor(terminal, 'One', KEY.enter);
    terminal.press('/model other', KEY.enter, '/mode ask', KEY.enter, 'Two', KEY.enter);
    const reply = await model.reply();
    expect(reply.messages.map(({ role, content }) => (role === 'system' ? role : content))).toEqual([
      'system',
      'One',
      expect.stringMatching(/^Fine \d+\.$/) as string,
      'Two',
    ]);
    reply.end('Fine.');
    await terminal.endsWith(PROMPT);
  });

  test("of a person's own is sent as its text, which is shown, and attaches what it mentions", async () => {
    writeFiles(state, {
      'troupe/commands/git/look.md': '---\ndescription: Looks\n---\nLook for $1 in @src/needle.ts.',
    });
    const terminal = await startChat();
    expect(await sentFor(terminal, '/git:look needle', KEY.enter)).toMatch(
      /^Look for needle in @src\/needle\.ts\.[\s\S]*needle = 42/,
    );
    await terminal.until((lines) => lines.includes('  Look for needle in @src/needle.ts.'));
  });

  test('is not needed for rules: AGENTS.md is followed, which one quiet line says', async () => {
    writeFiles(dir, { 'AGENTS.md': 'Use tabs.' });
    const terminal = await startChat();
    expect(await sentFor(terminal, 'Hi', KEY.enter)).toMatch(/^Hi\n\n[\s\S]*Use tabs\./);
    await terminal.until((lines) => lines.includes('Follows AGENTS.md.'));
  });

  test('--no-instructions reads no rules', async () => {
    writeFiles(dir, { 'AGENTS.md': 'Use tabs.' });
    const terminal = await startChat({ args: ['--no-instructions'] });
    expect(await sentFor(terminal, 'Hi', KEY.enter)).toBe('Hi');
  });

  test('/export writes what was said, and no file that is there already', async () => {
    const terminal = await startChat();
    await sentFor(terminal, 'One', KEY.enter);
    terminal.press('/export chat.md', KEY.enter);
    await terminal.shows('Written to chat.md.');
    terminal.press('/export chat.md', KEY.enter);
    await terminal.shows('chat.md exists already');
    expect(readFileSync(join(dir, 'chat.md'), 'utf8')).toMatch(
      /^# One\n\n## You\n\nOne\n\n## Troupe\n\nFine \d+\.\n$/,
    );
  });

  test('!command has the terminal, and the person types to it', async () => {
    const terminal = await startChat();
    terminal.press('!echo ready; read -r name; echo "hello $name"; test -t 0 && echo a terminal', KEY.enter);
    await terminal.endsWith('ready');
    terminal.press('you\r');
    await terminal.until((lines) => lines.includes('hello you') && lines.includes('a terminal'));
    await terminal.endsWith(PROMPT);
  });
});

describe('what is typed', () => {
  test('takes along what a message mentions, and says so', async () => {
    const terminal = await startChat();
    const sent = await sentFor(terminal, paste('Explain @src/needle.ts:1 and @./gone.ts'), KEY.enter);
    expect(sent).toContain('Explain @src/needle.ts:1 and @./gone.ts\n');
    expect(sent).toContain('File src/needle.ts, line 1:\n````\nsrc/needle.ts (1 line)\n');
    await terminal.shows('Attached: @src/needle.ts:1');
    await terminal.shows('! @./gone.ts is not attached: gone.ts does not exist.');
    terminal.kill('SIGTERM');
  });

  test('is completed from the index behind an @, and from the commands behind a /', async () => {
    const terminal = await startChat();
    terminal.press('@need');
    await terminal.shows('  src/needle.ts');
    terminal.press(KEY.tab);
    await terminal.endsWith('› @src/needle.ts');
    terminal.press('@notes');
    await terminal.shows('  my notes.md');
    terminal.press(KEY.tab);
    await terminal.endsWith('› @src/needle.ts @"my notes.md"');
    terminal.press(KEY.ctrlC, '/mo');
    await terminal.endsWith(
      '› /mo',
      ...[
        '/model   show the model, or go on with another; N is a number of /models',
        '/models  list the models that you can choose, whose names contain the words',
        '/mode    show or change what the model may do',
      ].map((line) => `  ${line}`),
    );
    terminal.press(KEY.down, KEY.down, KEY.down, KEY.tab, 'gather', KEY.enter);
    await terminal.shows('● gather');
  });

  test('before is found again, in this chat and in the next, in a file of the person alone', async () => {
    const terminal = await startChat();
    await sentFor(terminal, 'First question', KEY.enter);
    await sentFor(terminal, 'Second question', KEY.enter);
    terminal.press('the key is sk-0123456789abcdef', KEY.enter);
    await endTurn(terminal, await model.reply());
    terminal.press(KEY.ctrlD);
    expect(await terminal.exitCode).toBe(0);

    const file = join(state, 'troupe/history.jsonl');
    expect(readFileSync(file, 'utf8')).toBe('"First question"\n"Second question"\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const next = await startChat();
    next.press(KEY.up, KEY.up);
    await next.endsWith('› First question');
    next.press(KEY.ctrlC, KEY.ctrlR, 'Sec');
    await next.endsWith('› Second question', '  search: Sec · Ctrl-R older · Esc back');
    expect(await sentFor(next, KEY.enter)).toBe('Second question');
  });

  test('is still there behind a question that came up meanwhile, whose answer is not kept with what was entered', async () => {
    const terminal = await startChat();
    terminal.press('Run', KEY.enter);
    const reply = await model.reply();
    terminal.press('happil');
    await terminal.shows('happil');
    reply.call(['run_command', { command: 'rm -rf src' }]);
    await terminal.shows('[y]es');
    terminal.press(KEY.ctrlD);
    (await model.reply()).end('Denied.');
    await terminal.until((lines) => lines.at(-1)?.startsWith('› happil') === true);
    expect(readFileSync(join(dir, 'src/needle.ts'), 'utf8')).toContain('needle');
    expect(readFileSync(join(state, 'troupe/history.jsonl'), 'utf8')).toBe('"Run"\n');
  });
});

describe('a terminal', () => {
  test('is left as it was by Ctrl-D, and by /quit', async () => {
    for (const keys of [[KEY.ctrlD], ['/quit', KEY.enter], ['/exit', KEY.enter]]) {
      const terminal = await startChat();
      terminal.press(...keys);
      expect(await terminal.exitCode).toBe(0);
      const modes = terminal.sent.lastIndexOf('\u001b[>4;0m\u001b[<u\u001b[?2004l');
      expect(modes).toBeGreaterThan(terminal.sent.lastIndexOf('\u001b[?2004h'));
      expect(terminal.sent.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(
        terminal.sent.lastIndexOf('\u001b[?25l'),
      );
    }
  });

  test('is left by Ctrl-C twice, after it has emptied the line', async () => {
    const terminal = await startChat();
    terminal.press('typed', KEY.ctrlC);
    await terminal.endsWith(PROMPT);
    terminal.press(KEY.ctrlC);
    await terminal.endsWith(PROMPT, '  Ctrl-C again to leave');
    terminal.press(KEY.ctrlC);
    expect(await terminal.exitCode).toBe(130);
  });

  test('that is closed ends the program', async () => {
    const terminal = await startChat();
    terminal.press('Hi', KEY.enter);
    const reply = await model.reply();
    terminal.kill('SIGHUP');
    await reply.closed;
    expect(await terminal.exitCode).toBe(129);
  });

  test('that cannot draw gets no control sequence, and the same conversation', async () => {
    const terminal = await startChat({ term: 'dumb' });
    await terminal.endsWith('›');
    terminal.press('Hi\r');
    const reply = await model.reply();
    reply.say('It is **so**.');
    await terminal.shows('It is **so**.');
    reply.end();
    await terminal.endsWith('›');
    terminal.press(KEY.ctrlC);
    await terminal.shows('(Ctrl-C again to leave)');
    terminal.press('/mode\r');
    await terminal.shows('● agent');
    terminal.press(KEY.ctrlD);
    expect(await terminal.exitCode).toBe(0);
    expect(terminal.sent).not.toContain('\u001b');
  });

  test('that gets narrower and wider keeps one prompt', async () => {
    const terminal = await startChat();
    terminal.press('x'.repeat(100));
    await terminal.endsWith(`  ${'x'.repeat(100 - 76)}`);
    terminal.resize(50, 20);
    await terminal.endsWith(`› ${'x'.repeat(46)}`, `  ${'x'.repeat(46)}`, '  xxxxxxxx');
    terminal.resize(120, 20);
    await terminal.endsWith(`› ${'x'.repeat(100)}`);
    expect(terminal.lines.filter((line) => line.startsWith('›'))).toHaveLength(1);
  });
});
