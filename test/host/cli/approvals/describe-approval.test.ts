import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { askOnTerminal } from '../../../../src/host/cli/approvals/ask-approval.js';
import { describeApproval } from '../../../../src/host/cli/approvals/describe-approval.js';
import { Interrupts } from '../../../../src/host/cli/terminal/interrupts.js';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { QuestionQueue } from '../../../../src/host/cli/terminal/question-queue.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { pressedKeys } from '../../../doubles/pressed-keys.js';

function questionAbout(preview: CallPreview, reasons: readonly string[]) {
  return {
    type: 'approval_request',
    callId: '1',
    tool: 'run_command',
    category: 'Dangerous tools',
    params: {},
    preview,
    reasons,
  } as const;
}

function describe(
  preview: CallPreview,
  reasons: readonly string[],
  columns = 40,
  more: { readonly protectedPaths?: readonly string[] } = {},
): readonly string[] {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns });
  const out = new Output(terminal, { hasColor: false });
  return describeApproval({ ...questionAbout(preview, reasons), ...more }, out).flatMap((text) =>
    text.split('\n'),
  );
}

test('a question wraps its sentences between words, below their marks', () => {
  const notes = ['It runs in a sandbox that can write in the workspace only.'];
  const preview = { kind: 'command', command: 'make test', cwd: '/work', notes } as const;
  expect(describe(preview, ['`make test` runs code that is given to it.'])).toEqual([
    '? Dangerous tools: run_command',
    '  $ make test',
    '    in /work',
    '    It runs in a sandbox that can write',
    '    in the workspace only.',
    '  ! `make test` runs code that is given',
    '    to it.',
  ]);
});

test('a question about a change names each file once', () => {
  const diff = '--- a/b.ts\n+++ b/b.ts\n@@ -1,1 +1,1 @@\n-old\n+new\n';
  expect(describe({ kind: 'diff', path: 'b.ts', diff }, [])).toEqual([
    '? Dangerous tools: run_command',
    '  b.ts',
    '  @@ -1,1 +1,1 @@',
    '  -old',
    '  +new',
  ]);
});

test('a question about a page names its host first, and shows all of its address', () => {
  const url = `https://xn--mnchen-3ya.example/${'a'.repeat(100)}?q=\u001b[2J`;
  const preview = { kind: 'page', url, host: 'xn--mnchen-3ya.example' } as const;
  expect(describe(preview, ['Its server gets this address.'])).toEqual([
    '? Dangerous tools: run_command',
    '  xn--mnchen-3ya.example',
    `  https://xn--mnchen-3ya.example/${'a'.repeat(100)}?q=\\u{1b}[2J`,
    '  ! Its server gets this address.',
  ]);
});

test('a question about a search shows all of its words', () => {
  const preview = { kind: 'search', query: 'many '.repeat(50).trim(), provider: 'p/m' } as const;
  expect(describe(preview, [])).toEqual(['? Dangerous tools: run_command', `  ${preview.query}`]);
});

test('a question about several files names all of them first, and marks the protected ones', () => {
  const absolute = '/work/a' as AbsPath;
  const files = [
    { shown: 'src/a.ts', absolute, change: 'edit' },
    { shown: 'run.sh', absolute, change: 'create', isExecutable: true },
    { shown: '.envrc', absolute, change: 'delete' },
  ] as const;
  const preview = {
    kind: 'diff',
    path: 'src/a.ts',
    diff: '--- a/src/a.ts\n+++ b/src/a.ts\n',
    files,
  } as const;
  expect(describe(preview, [], 40, { protectedPaths: ['.envrc'] }).slice(0, 5)).toEqual([
    '? Dangerous tools: run_command',
    '  src/a.ts  changed',
    '  run.sh  new, executable',
    '  .envrc  deleted protected',
    '  src/a.ts',
  ]);
});

test('every line of a long change can be read before the answer, with one key', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `+line ${index}.`);
  const diff = `--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1,300 @@\n${lines.join('\n')}\n`;
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80, rows: 24 });
  const out = new Output(stream, { hasColor: false });
  const request = questionAbout({ kind: 'diff', path: 'b.ts', diff }, []);
  for (const line of describeApproval(request, out)) await out.line(line);
  let pressed = 0;
  function* press(): Generator<Key> {
    for (; pressed < 12; pressed++) yield { type: 'text', text: 'm' };
    yield { type: 'text', text: 'y' };
  }
  const interrupts = new Interrupts();
  const keyboard = { keys: () => pressedKeys(press()), isPlain: false };
  const terminal = { out, interrupts, keyboard, questions: new QuestionQueue() };
  const answer = await askOnTerminal(terminal)(request, new AbortController().signal);
  interrupts.close();
  expect(answer).toEqual({ decision: 'approve' });
  const screen = String(stream.read());
  expect(lines.filter((line) => !screen.includes(`  ${line}\n`))).toEqual([]);
  expect(screen).toContain('[m]ore');
  expect(screen).toContain('… 222 more lines: m shows them …');
});
