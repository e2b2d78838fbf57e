import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { ToolResult } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { EventPrinter } from '../../../../src/host/cli/turn/print-event.js';

async function printed(
  events: readonly AgentEvent[],
  options: Partial<ConstructorParameters<typeof EventPrinter>[0]> = {},
): Promise<string> {
  const stream = new PassThrough();
  const printer = new EventPrinter({ steps: new Output(stream, { hasColor: false }), ...options });
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

describe('of a long output', () => {
  const ended = { callId: '7', tool: 'run_command' } as const;
  const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const run = (first: string, success: boolean): readonly AgentEvent[] => [
    { type: 'action', ...ended, params: { command: 'npm test' } },
    { type: 'tool_output', callId: '7', stream: 'stdout', text: `${lines.join('\n')}\n` },
    {
      type: 'observation',
      ...ended,
      result: { outcome: success ? 'success' : 'tool_error', success, output: `${first}\nstdout:\n…` },
    },
  ];
  const shownOf = (text: string): readonly string[] =>
    text.split('\n').flatMap((line) => (/^ {2}(?:line|… \d)/.test(line) ? [line.slice(2)] : []));

  test.each([
    ['that went well, the end', 'Exit code 0, after 1 s.', true, 8],
    ['of a command that failed, the screen at its end', 'Exit code 1, after 1 s.', true, 40],
    ['of one that a signal ended', 'Exit code unknown (SIGKILL), after 1 s.', true, 40],
    ['in a terminal that goes on', 'Exit code 2.', true, 40],
    ['of a call that failed', 'The command was ended after 2 min.', false, 40],
  ])('%s is shown, and how to read all', async (_what, first, success, tail) => {
    const text = await printed(run(first, success), { numberOf: (callId) => Number(callId) });
    expect(shownOf(text)).toEqual([
      ...lines.slice(0, 5),
      `… ${95 - tail} more lines: /output 7 shows all …`,
      ...lines.slice(-tail),
    ]);
  });

  test('without a chat no command is named', async () => {
    expect(shownOf(await printed(run('Exit code 0, after 1 s.', true)))).toContain('… 87 more lines …');
  });

  test.each([
    ['a result', { outcome: 'success', success: true, output: lines.join('\n') }],
    ['a failure', { outcome: 'tool_error', success: false, output: lines.join('\n') }],
    [
      'a diff',
      {
        outcome: 'success',
        success: true,
        output: 'Edited a.ts.',
        changes: [
          {
            kind: 'modified',
            path: '/work/a.ts' as AbsPath,
            hunks: [
              {
                oldStart: 1,
                oldLines: 0,
                newStart: 1,
                newLines: 100,
                lines: lines.map((line) => `+${line}`),
              },
            ],
          },
        ],
      },
    ],
  ] satisfies [string, ToolResult][])('%s says how to read all of it', async (_what, result) => {
    const events: readonly AgentEvent[] = [
      { type: 'action', ...ended, params: {} },
      { type: 'observation', ...ended, result },
    ];
    const text = await printed(events, { numberOf: () => 3 });
    expect(text).toMatch(/… \d+ more lines: \/output 3 shows all …/);
  });
});

describe('the end of a turn', () => {
  const reply = (inputTokens: number, model?: string): AgentEvent => ({
    type: 'usage',
    usage: { inputTokens, outputTokens: 1_000 },
    ...(model === undefined ? {} : { model }),
  });
  const end = async (
    events: readonly AgentEvent[],
    windowTokens?: number,
    hasColor = false,
  ): Promise<string> => {
    const stream = Object.assign(new PassThrough(), { isTTY: true });
    const printer = new EventPrinter({
      steps: new Output(stream, { hasColor }),
      ...(windowTokens === undefined ? {} : { windowTokens }),
    });
    for (const event of events) await printer.show(event);
    const usage = { inputTokens: 0, outputTokens: 0 };
    await printer.end({ elapsedMs: 1_000, usage, modelCalls: 1, toolCalls: 0, deniedCalls: 0 });
    stream.end();
    return (await stream.toArray()).join('');
  };

  test.each<[string, AgentEvent[], number | undefined, string]>([
    [
      'how full the window is after the newest reply',
      [reply(9_000), reply(83_000)],
      200_000,
      ' · 42 % of 200k context',
    ],
    [
      'what to do once it is nearly full',
      [reply(159_000)],
      200_000,
      ' · 80 % of 200k context: /compact makes room',
    ],
    ['no more than all of it', [reply(300_000)], 200_000, ' · 100 % of 200k context: /compact makes room'],
    ['nothing of a window that is not known', [reply(9_000)], undefined, ''],
    ['nothing of one without a limit', [reply(9_000)], Infinity, ''],
    ['nothing where no usage is reported', [], 200_000, ''],
    [
      'nothing of the window of a model that went on for it',
      [reply(9_000), reply(9_000, 'other/m')],
      200_000,
      '',
    ],
  ])('says %s', async (_what, events, windowTokens, expected) => {
    expect(await end(events, windowTokens)).toBe(`\n1.0 s${expected}\n`);
  });

  test('warns in a colour, where there are colours', async () => {
    expect(await end([reply(159_000)], 200_000, true)).toBe(
      '\n\u001b[2m1.0 s · \u001b[22m\u001b[33m80 % of 200k context: /compact makes room\u001b[39m\n',
    );
  });
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

describe('a to-do list', () => {
  const update = (todos: readonly object[], result?: Partial<ToolResult>): readonly AgentEvent[] => [
    { type: 'action', callId: '1', tool: 'update_todos', params: { todos } },
    {
      type: 'observation',
      callId: '1',
      tool: 'update_todos',
      result: { outcome: 'success', success: true, output: '1 of 3 completed.', ...result },
    },
  ];

  test('is drawn as a list, with control sequences in it made harmless', async () => {
    const todos = [
      { content: 'Read the code', status: 'completed' },
      { content: 'Write \u001b[31mthe test\nand run it', status: 'in_progress' },
      { content: 'Mend it', status: 'pending' },
    ];
    expect(await printed(update(todos))).toBe(`→ update_todos 1 of 3 done
  [x] Read the code
  [>] Write the test and run it
  [ ] Mend it
`);
    expect(await printed(update([]))).toBe('→ update_todos todos=[]\n  (Nothing is left to do.)\n');
  });

  test('of many is drawn from the first that is not done', async () => {
    const todos = Array.from({ length: 30 }, (_, at) => ({
      content: `Step ${at}`,
      status: at < 10 ? 'completed' : 'pending',
    }));
    const lines = (await printed(update(todos))).trimEnd().split('\n');
    expect(lines.slice(0, 3)).toEqual([
      '→ update_todos 10 of 30 done',
      '  (10 done before)',
      '  [ ] Step 10',
    ]);
    expect(lines.slice(-2)).toEqual(['  [ ] Step 21', '  (8 more)']);
  });

  test('that was refused is not drawn', async () => {
    const failed = { outcome: 'tool_error', success: false, output: 'It failed.' } as const;
    const shown = await printed(update([{ content: 'a', status: 'pending' }], failed));
    expect(await printed(update([{ content: 'a', status: 'done' }], failed))).toContain(
      '→ update_todos todos=[{"content":"a","status":"done"}]\n',
    );
    expect(shown).toContain('It failed.');
    expect(shown).not.toContain('[ ] a');
  });
});
