import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ATTACHMENTS_SEPARATOR } from '../../src/actors/protocol/attachments.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { IMAGES, pngPart } from '../doubles/images.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, type Running, startTroupe } from './troupe.js';
import { until } from '../doubles/until.js';

let dir: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  writeFiles(dir, { 'src/needle.ts': 'export const needle = 42;\n' });
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await model.stop();
  removeTempDir(dir);
});

function start(args: readonly string[], input?: string): Running {
  return startTroupe(['--base-url', model.url, '--model', 'steered', ...args].sort(commandFirst), {
    cwd: dir,
    env: { TROUPE_API_KEY: 'sk-secret-0123456789', XDG_STATE_HOME: dir, XDG_CONFIG_HOME: dir },
    ...(input === undefined ? {} : { input }),
  });
}

/** The options of the model stand behind the name of a command, and before everything where there is none. */
function commandFirst(one: string, other: string): number {
  return Number(other === 'run' || other === 'chat') - Number(one === 'run' || one === 'chat');
}

/** How it ended, and what the model was asked for it. */
async function ask(args: readonly string[], input?: string): Promise<Ended & { readonly asked: string }> {
  const running = start(args, input);
  const reply = await model.reply();
  reply.end('Fine.');
  return { ...(await running.ended), asked: reply.lastMessage };
}

const PIPED = `${ATTACHMENTS_SEPARATOR}Output of standard input:\n`;

describe('standard input', () => {
  test.each([
    ['goes along with a task', ['run', 'Review this'], '+new\n', `Review this${PIPED}\`\`\`\n+new\n\`\`\``],
    ['is the task for -', ['run', '-'], 'One\nTwo\n', 'One\nTwo'],
    ['is the task without one', ['run'], 'One\nTwo\n', 'One\nTwo'],
    ['is one message to a chat without a terminal', [], 'One\nTwo\n', 'One\nTwo'],
    [
      'goes along with the first message of such a chat',
      ['chat', 'Look'],
      'x',
      `Look${PIPED}\`\`\`\nx\n\`\`\``,
    ],
    ['that holds nothing is not told of', ['run', 'Hi'], '\n', 'Hi'],
  ])('%s', async (_what, args, input, expected) => {
    const { asked, exitCode, stdout } = await ask(args, input);
    expect({ asked, exitCode, stdout }).toEqual({ asked: expected, exitCode: 0, stdout: 'Fine.\n' });
  });

  test('that is long is cut in its middle to a quarter of the window, and says so to the model and the person', async () => {
    const { asked, stderr } = await ask(['run', 'Review this'], 'line\n'.repeat(400_000));
    expect(asked.length).toBeLessThan(128_000);
    expect(asked).toMatch(/\nline\n\[\.\.\. \d+ characters are left out here \.\.\.\]\nline\n/);
    const missing = /\(([\d,]+ of 1,999,999 characters are missing from the middle)/.exec(asked)?.[1];
    expect(missing).toBeDefined();
    expect(stderr).toContain(`troupe: standard input is attached in part: ${missing}`);
  });

  test('that is a long task is cut in its middle, and says so', async () => {
    const { asked, stderr } = await ask(['run', '-'], 'line\n'.repeat(200_000));
    expect(asked).toContain('[... 880000 characters left out ...]');
    expect(stderr).toContain(
      'troupe: standard input is long: 880,000 characters were left out of its middle.\n',
    );
  });

  test('that is no text is refused before anything is sent', async () => {
    const ended = await start(['run', 'Review this'], 'PNG\0\0').ended;
    expect(ended.stderr).toContain('troupe: Standard input is not text');
    expect([ended.exitCode, model.count]).toEqual([2, 0]);
  });
});

describe('a mention', () => {
  test('is attached as read_file shows it, and the person sees what is', async () => {
    const { asked, stderr } = await ask(['run', 'Explain @src/needle.ts:1, me@example.com and @types/node']);
    expect(asked).toBe(
      `Explain @src/needle.ts:1, me@example.com and @types/node${ATTACHMENTS_SEPARATOR}` +
        'File src/needle.ts, line 1:\n````\nsrc/needle.ts (1 line)\n```\nexport const needle = 42;\n```\n````',
    );
    expect(stderr).toContain('Attached: @src/needle.ts:1\n');
    expect(stderr).not.toContain('not attached');
  });

  test('of a folder is attached as its tree', async () => {
    const { asked } = await ask(['run', 'What is in @src/?']);
    expect(asked).toContain('Folder src/:\n```\nDirectory of ');
    expect(asked).toContain('└── needle.ts');
  });

  test('of what does not exist is named where it is certainly meant as a path', async () => {
    const { asked, stderr, exitCode } = await ask(['run', 'Explain @./src/nadel.ts']);
    expect([asked, exitCode]).toEqual(['Explain @./src/nadel.ts', 0]);
    expect(stderr).toContain('troupe: @./src/nadel.ts is not attached: src/nadel.ts does not exist.');
  });

  test('of a picture goes to the model as an image', async () => {
    writeFiles(dir, { 'shot.png': IMAGES.png(640, 480) });
    const running = start(['run', 'What is on @shot.png?']);
    const reply = await model.reply();
    reply.end('A button.');
    const { stderr } = await running.ended;
    const { data } = pngPart(640, 480);
    expect(reply.messages.at(-1)).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: `What is on @shot.png?${ATTACHMENTS_SEPARATOR}Picture shot.png.` },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
      ],
    });
    expect(stderr).toContain('Attached: shot.png\n');
  });

  test('stands beside standard input', async () => {
    const { asked } = await ask(['run', 'Does this fit @src/needle.ts?'], '+new\n');
    expect(asked).toContain('File src/needle.ts:\n');
    expect(asked).toContain('Output of standard input:\n```\n+new\n```');
  });

  test('can be edited at once, unless the file has changed since', async () => {
    const edit = {
      uri: 'src/needle.ts',
      search_replace_blocks:
        '<<<<<<< ORIGINAL\nexport const needle = 42;\n=======\nexport const needle = 43;\n>>>>>>> UPDATED',
    };
    const running = start(['run', '--auto-approve', 'edits', 'Raise @src/needle.ts']);
    const first = await model.reply();
    writeFiles(dir, { 'src/needle.ts': 'export const needle = 42;\n// by somebody else\n' });
    first.call(['edit_file', edit]);
    const second = await model.reply();
    expect(second.messages.at(-1)?.content).toContain(
      'src/needle.ts was changed by somebody else since you read it.',
    );
    second.call(['read_file', { uri: 'src/needle.ts' }]);
    (await model.reply()).call(['edit_file', edit]);
    (await model.reply()).end('Done.');
    expect((await running.ended).exitCode).toBe(0);
    expect(readFileSync(join(dir, 'src/needle.ts'), 'utf8')).toBe(
      'export const needle = 43;\n// by somebody else\n',
    );
  });
});

describe('a run', () => {
  test('has its steps on standard error, and the answer alone on standard output', async () => {
    const running = start(['run', 'Where is the needle?']);
    const first = await model.reply();
    first.think('A thought of its own.');
    first.say('Let me look.');
    first.call(['read_file', { uri: 'src/needle.ts' }]);
    const second = await model.reply();
    second.think('Found.');
    second.end('It is in **src/needle.ts**.\n');
    const { exitCode, stdout, stderr } = await running.ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'It is in **src/needle.ts**.\n' });
    const steps = stderr.split('\n');
    expect(steps).toEqual(
      expect.arrayContaining([
        'A thought of its own.',
        'Let me look.',
        '→ read_file src/needle.ts',
        'Found.',
      ]),
    );
    expect(stderr).toContain('export const needle = 42;');
    expect(stderr).toMatch(/\d\.\d s · 200 tokens in, 40 out\n$/);
    expect(stderr).not.toContain('\u001b');
  });

  test('with --quiet prints the answer and nothing else', async () => {
    const running = start(['run', '--quiet', 'Look']);
    (await model.reply()).call(['read_file', { uri: 'src/needle.ts' }]);
    (await model.reply()).end('Done.');
    expect(await running.ended).toEqual({ exitCode: 0, stdout: 'Done.\n', stderr: '' });
  });

  test('with --quiet says what went wrong all the same', async () => {
    await model.stop();
    const { exitCode, stdout, stderr } = await start(['run', '--quiet', 'Look']).ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toMatch(/^✗ .*\n$/);
    model = new SteeredModel();
    await model.start();
  });

  test('with --output-last-message writes the answer to a file as well', async () => {
    expect(await ask(['run', '-o', 'answer.md', 'Hi'])).toMatchObject({ exitCode: 0, stdout: 'Fine.\n' });
    expect(readFileSync(join(dir, 'answer.md'), 'utf8')).toBe('Fine.');
  });

  test('with --json begins with what it is and ends with what it took, each record with its time', async () => {
    const before = Date.now();
    const ended = await ask(['run', '--json', '--mode', 'gather', 'Hi']);
    const records = jsonLines<{ type: string; at: string; elapsedMs?: number }>(ended);
    expect(records.map(({ type }) => type)).toEqual(['start', 'token', 'usage', 'answer', 'end']);
    for (const [index, { at }] of records.entries()) {
      expect(new Date(at).toISOString()).toBe(at);
      expect(Date.parse(at)).toBeGreaterThanOrEqual(
        index === 0 ? before : Date.parse(records[index - 1]?.at ?? ''),
      );
    }
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string;
    };
    const { at: _start, ...first } = records[0] ?? {};
    expect(first).toEqual({
      type: 'start',
      thread: expect.any(String) as string,
      version,
      provider: 'openai',
      model: 'steered',
      mode: 'gather',
      roots: [dir],
    });
    const { at: _end, elapsedMs, ...last } = records.at(-1) ?? {};
    expect(elapsedMs).toBeGreaterThan(0);
    expect(last).toEqual({
      type: 'end',
      exitCode: 0,
      usage: { inputTokens: 100, outputTokens: 20 },
      modelCalls: 1,
      toolCalls: 0,
      deniedCalls: 0,
    });
  });
});

/** Whether a process with that argument runs. */
function isRunning(argument: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(argument);
      } catch {
        return false;
      }
    });
}

describe.skipIf(process.platform !== 'linux')('a signal', () => {
  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends what runs, and the process with %i', async (signal, expected) => {
    const argument = `3${randomBytes(4).readUInt32LE()}`;
    const running = start(['run', '--auto-approve', 'all', 'Wait']);
    (await model.reply()).call(['run_command', { command: `sleep ${argument} & echo started; wait` }]);
    await running.printed('started', 'stderr');
    await until(() => isRunning(argument), 'the command runs');
    running.child.kill(signal);
    const { exitCode, stdout } = await running.ended;
    expect({ exitCode, stdout }).toEqual({ exitCode: expected, stdout: '' });
    expect(isRunning(argument)).toBe(false);
  });

  test('ends one that waits for standard input', async () => {
    const running = startTroupe(['run', '-'], { cwd: dir, isInputOpen: true });
    // Until then the signal would end it without a word.
    await untilListening(running);
    running.child.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(143);
  });
});

/** Resolves once the process has come up so far that it catches what ends it: Node by itself does not catch SIGHUP. */
async function untilListening({ child }: Running): Promise<void> {
  await until(() => {
    const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
    const caught = /^SigCgt:\s*([0-9a-f]+)$/m.exec(status)?.[1] ?? '0';
    return (BigInt(`0x${caught}`) & 1n) !== 0n;
  }, 'the process catches SIGHUP');
}
