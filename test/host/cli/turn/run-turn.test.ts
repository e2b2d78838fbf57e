import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { toApprovalPolicy } from '../../../../src/host/cli/approvals/auto-approve.js';
import { ExitCode, exitCodeOfTurn } from '../../../../src/host/cli/terminal/exit-codes.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { JsonView } from '../../../../src/host/cli/turn/json-view.js';
import { TurnScreen } from '../../../../src/host/cli/turn/turn-screen.js';
import { runTurn } from '../../../../src/host/cli/turn/run-turn.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

/** A turn with two calls that are asked about, of which a person, if there is one, gives these answers. */
async function runOne(options: {
  readonly approvals?: ReturnType<typeof toApprovalPolicy>;
  readonly answers?: readonly ('approve' | 'deny')[];
}) {
  const change = simpleTool('change', { isReadOnly: false });
  const calls = [asksFor(['change', {}]), asksFor(['change', {}]), says('Done.')];
  const { engine } = makeEngine(calls, [change], { approvals: options.approvals ?? {} });
  const stream = new PassThrough();
  const out = new Output(stream, { hasColor: false });
  const clock = new FakeClock();
  const hints: string[] = [];
  const answers = [...(options.answers ?? [])];
  const thread = engine.createThread();
  const { signal } = new AbortController();
  const screen = new TurnScreen(thread, {
    view: new JsonView(out, clock),
    clock,
    signal,
    onHint: (hint) => hints.push(hint),
    ...(options.answers === undefined
      ? {}
      : { askPerson: () => Promise.resolve({ decision: answers.shift() ?? 'deny' }) }),
  });
  const next = { in: 'nothing' } as const;
  const report = await screen.end(
    await runTurn(thread, { text: 'Hi' }, { mode: 'agent', screen, next, signal }),
  );
  stream.end();
  return { printed: (await stream.toArray()).join(''), hints, exitCode: exitCodeOfTurn(report) };
}

test('calls that nobody can be asked about are denied, and the model and the person are told what to do', async () => {
  const { printed, hints, exitCode } = await runOne({});
  expect(printed).toContain(
    'This call was denied, with the reason: it needs the approval of a person, and nobody is there to ask. It changes files. Go on without it, or say what you would have done. Whoever runs this can allow it with --auto-approve edits.',
  );
  expect(hints).toEqual([
    '2 calls were denied, because nobody could be asked: change. Run it on a terminal to be asked, or with --auto-approve edits.',
  ]);
  expect(exitCode).toBe(ExitCode.denied);
});

test('a call runs where it was allowed beforehand', async () => {
  const { printed, hints, exitCode } = await runOne({ approvals: toApprovalPolicy(['edits']) });
  expect(printed).toContain('"output":"change was run"');
  expect(printed).not.toContain('approval_request');
  expect(hints).toEqual([]);
  expect(exitCode).toBe(ExitCode.ok);
});

test.each([
  [['deny', 'deny'], ExitCode.denied, 2],
  [['deny', 'approve'], ExitCode.ok, 1],
  [['approve', 'deny'], ExitCode.ok, 1],
  [['approve', 'approve'], ExitCode.ok, 0],
] as const)(
  'a person who answers %j: exit code %d, %d denied, and no hint',
  async (answers, expected, denied) => {
    const { printed, hints, exitCode } = await runOne({ answers });
    expect(JSON.parse(printed.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      type: 'end',
      toolCalls: 2,
      deniedCalls: denied,
    });
    expect({ hints, exitCode }).toEqual({ hints: [], exitCode: expected });
  },
);

test.each([
  [[], {}],
  [['edits'], { 'File edits': 'auto' }],
  [['commands', 'edits'], { 'File edits': 'auto', 'Dangerous tools': 'auto' }],
  [['sandboxed'], { 'File edits': 'sandboxed', 'Dangerous tools': 'sandboxed' }],
  [['all'], { 'File edits': 'auto', 'Dangerous tools': 'auto', 'Web tools': 'auto', 'MCP tools': 'auto' }],
] as const)('--auto-approve %j means %j', (given, policy) => {
  expect(toApprovalPolicy(given)).toEqual(policy);
});
