import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { EventPrinter } from '../../../../src/host/cli/turn/print-event.js';

async function printed(events: readonly AgentEvent[]): Promise<string> {
  const stream = new PassThrough();
  const printer = new EventPrinter({ steps: new Output(stream, { hasColor: false }) });
  for (const event of events) await printer.show(event);
  stream.end();
  return (await stream.toArray()).join('');
}

test('a turn is printed as its text, its actions and the head of what they found', async () => {
  const output = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n');
  expect(
    await printed([
      { type: 'token', content: 'Let me ', channel: 'answer' },
      { type: 'token', content: 'look.', channel: 'answer' },
      { type: 'thought', content: 'Let me look.' },
      { type: 'action', callId: '1', tool: 'read_file', params: { uri: 'a.ts', start_line: undefined } },
      {
        type: 'observation',
        callId: '1',
        tool: 'read_file',
        result: { outcome: 'success', success: true, output },
      },
      {
        type: 'observation',
        callId: '2',
        tool: 'ls_dir',
        result: { outcome: 'tool_error', success: false, output: 'No such file.' },
      },
      { type: 'retry', attempt: 2, maxAttempts: 5, waitMs: 1500, reason: 'Rate limited.' },
      { type: 'notice', message: 'It could not be kept.' },
      { type: 'token', content: 'Done.', channel: 'answer' },
      { type: 'answer', content: 'Done.' },
    ]),
  ).toBe(`Let me look.
→ read_file a.ts
  line 0
  line 1
  line 2
  … 4 more lines …
  line 7
  line 8
✗ ls_dir
    No such file.
! Rate limited. Trying again in 2 s (try 2 of 5).
! It could not be kept.

Done.
`);
});

test('what a command has printed is not printed again with its result', async () => {
  const ended = { callId: '1', tool: 'run_command' } as const;
  const output = 'Exit code 0, after 1 s.\nstdout:\none\nstderr: (empty)';
  expect(
    await printed([
      { type: 'action', ...ended, params: { command: `echo ${'one'.repeat(100)}` } },
      { type: 'tool_output', callId: '1', stream: 'stdout', text: 'one\n' },
      { type: 'observation', ...ended, result: { outcome: 'success', success: true, output } },
    ]),
  ).toBe(`→ run_command echo ${'one'.repeat(100).slice(0, 160 - 'echo '.length)}…
  one
  Exit code 0, after 1 s.
`);
});

test('nothing in a call can move what is read on a terminal', async () => {
  const stream = Object.assign(new PassThrough(), { isTTY: true });
  const printer = new EventPrinter({ steps: new Output(stream, { hasColor: false }) });
  await printer.show({ type: 'action', callId: '1', tool: 'a\u001b[2J', params: { uri: 'b\u202ec' } });
  stream.end();
  expect((await stream.toArray()).join('')).toBe('→ a b\\u202ec\n');
});

test.each([
  [{ name: 'CancellationError', code: 'CANCELLED', message: 'The turn was cancelled.' }, 'Interrupted.'],
  [{ name: 'LLMAuthError', code: 'LLM_AUTH', message: 'The key was refused.' }, '✗ The key was refused.'],
] as const)(
  'a turn that failed ends with a sentence, and no name of a class: %j',
  async (error, expected) => {
    expect(
      await printed([
        { type: 'token', content: 'Half', channel: 'answer' },
        { type: 'error', ...error, partial: 'Half' },
      ]),
    ).toBe(`Half\n${expected}\n`);
  },
);

test('an answer goes to its own stream, alone and when the terminal is clear for it', async () => {
  const stdout = new PassThrough();
  const stderr = new PassThrough();
  const order: string[] = [];
  stdout.on('data', (data: Buffer) => order.push(`answer: ${data.toString()}`));
  const printer = new EventPrinter({
    steps: new Output(stderr, { hasColor: false }),
    answers: new Output(stdout, { hasColor: false }),
    beforeAnswer: () => order.push('cleared'),
  });
  const events: readonly AgentEvent[] = [
    { type: 'token', content: 'Hm.', channel: 'reasoning' },
    { type: 'token', content: 'I look.', channel: 'answer' },
    { type: 'thought', content: 'I look.', reasoning: 'Hm.' },
    { type: 'token', content: 'So.', channel: 'answer' },
    { type: 'answer', content: 'So.' },
  ];
  for (const event of events) await printer.show(event);
  stderr.end();
  expect([order.join(''), (await stderr.toArray()).join('')]).toEqual([
    'clearedanswer: So.answer: \n',
    'Hm.\n\nI look.\n',
  ]);
});
