import { afterAll, expect, test } from 'vitest';
import {
  CommandTimeoutError,
  InvalidParamsError,
  PreviewChangedError,
  SandboxRefusedError,
  WorkspaceBoundaryError,
} from '../../../../src/actors/protocol/errors.js';
import type { CommandResult } from '../../../../src/actors/protocol/shell.js';
import { digestOf } from '../../../../src/actors/tools/gate/check-shown.js';
import { createRunCommandTool } from '../../../../src/actors/tools/shell/run-command.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';
import { errorOf } from '../../../doubles/error-of.js';
import { PlayedShell, WORKING } from '../../../doubles/played-shell.js';
import { makeToolWorld, observe } from '../tool-world.js';

const world = makeToolWorld({ app: { 'src/a.ts': '' } });
const [root] = world.roots;
afterAll(() => {
  world.dispose();
});

function toolFor(result: Partial<CommandResult> = {}) {
  const shell = new PlayedShell(result);
  return { shell, tool: createRunCommandTool({ shell, gate: world.deps.gate, sandbox: WORKING }) };
}

test('a command runs in the root, in the working world, and may be silent for 30 s', async () => {
  const { shell, tool } = toolFor();
  await observe(tool, { command: 'ls' }, world.context);
  expect(shell.asked).toEqual([
    {
      command: 'ls',
      cwd: root,
      idleTimeoutMs: 30_000,
      sandbox: WORKING,
      signal: world.context.signal,
    },
  ]);
});

test.each([
  [5000, 30_000],
  [60_000, 60_000],
])('with a timeout_ms of %i it may be silent for %i ms', async (timeout_ms, idleTimeoutMs) => {
  const { shell, tool } = toolFor();
  await observe(tool, { command: 'ls', cwd: 'src', timeout_ms }, world.context);
  expect(shell.asked).toMatchObject([{ cwd: `${root}/src`, timeoutMs: timeout_ms, idleTimeoutMs }]);
});

test('the model reads both streams and the exit code, also when there is nothing in them', async () => {
  expect(await observe(toolFor().tool, { command: 'ls' }, world.context)).toBe(
    'Exit code 0, after 0.3 s.\nstdout: (empty)\nstderr: (empty)',
  );
  const failed = toolFor({
    stdout: 'a\nb\n',
    stderr: 'e',
    exitCode: 137,
    signalName: 'SIGKILL',
    isSandboxed: false,
  });
  expect(await observe(failed.tool, { command: 'ls' }, world.context)).toBe(
    'Exit code 137 (SIGKILL), after 0.3 s.\nstdout:\na\nb\nstderr:\ne',
  );
});

test('the model is told of processes that ended with the command, and of the sandbox when it failed', async () => {
  const failure = { leftRunning: 2, exitCode: 1, durationMs: 200_000 } as const;
  const lines = [
    'Exit code 1, after 3 min 20 s.',
    '2 processes left running went with it.',
    'It ran in a sandbox. A command that the person was not asked about can change nothing; any other can change the workspace and the temporary folder, and .git with needs ["git"]. It sees little of the home folder, and what it writes there is lost.',
    'stdout: (empty)',
    'stderr: (empty)',
  ];
  expect(await observe(toolFor(failure).tool, { command: 'ls' }, world.context)).toBe(lines.join('\n'));
  const { tool } = toolFor({ ...failure, refusal: 'network' });
  const hint = 'It had no network. If it needs that, call it again with needs ["network"].';
  expect(await observe(tool, { command: 'ls' }, world.context)).toBe(lines.toSpliced(3, 0, hint).join('\n'));
});

test.each([
  ['idle', 'it had printed nothing for 30 s. If it needs longer, give it a timeout_ms'],
  ['timeout', 'its timeout_ms was up'],
] as const)('a command that ended by %s is an error with all it had printed', async (endedBy, why) => {
  const stdout = `${'x'.repeat(60_000)}\n`;
  const { tool } = toolFor({ endedBy, exitCode: null, stdout, stderr: 'e\n', durationMs: 30_000 });
  const params = tool.validate({ command: 'ls' });
  const error = await errorOf(() => tool.run(params, world.context));
  expect(error).toBeInstanceOf(CommandTimeoutError);
  expect(error).toMatchObject({
    code: 'COMMAND_TIMEOUT',
    details: { command: 'ls', endedBy, stdout, stderr: 'e\n', exitCode: null },
  });
  const { output, outcome } = await runTool(tool, params, world.context);
  expect([outcome, output.startsWith('The command was ended after 30 s'), output.includes(why)]).toEqual([
    'tool_error',
    true,
    true,
  ]);
  expect(output.endsWith(`Exit code: none.\nstdout:\n${stdout}stderr:\ne`)).toBe(true);
});

test.each(['exit', 'timeout'] as const)(
  'of a long output the model reads the ends and how to read on, and all of it is kept (%s)',
  async (endedBy) => {
    const long = Array.from({ length: 9_000 }, (_, index) => `line ${index}\n`).join('');
    const { tool } = toolFor({
      endedBy,
      exitCode: endedBy === 'exit' ? 0 : null,
      stdout: `${long.slice(0, 50)}\n[... 9 characters left out ...]\n${long.slice(-50)}`,
      droppedChars: { stdout: long.length - 100, stderr: 0 },
      whole: { stdout: long, stderr: 'e' },
      stderr: 'e',
    });
    const params = tool.validate({ command: 'make' });
    const again = 'read_earlier_result with call_id "c7" has all of it, in pages.\nstdout:\nline 0\n';
    const context = { ...world.context, resultId: 'c7' };
    for (const maxTokens of [60, 5_000, Infinity]) {
      const budget = { maxTokens, estimateTokens: (text: string) => Math.ceil(text.length / 4) };
      const { output, whole } = await runTool(tool, params, { ...context, budget });
      if (maxTokens > 60) expect(output).toContain(again);
      expect(whole).toContain(`\nstdout:\n${long}stderr:\ne`);
      expect(whole).not.toContain('read_earlier_result');
    }
    const { output, whole } = await runTool(tool, params, world.context);
    expect(output).not.toContain('read_earlier_result');
    expect(whole).toContain(long);
  },
);

test('of a short output nothing more is kept', async () => {
  const { tool } = toolFor({ stdout: 'short\n' });
  const budget = { maxTokens: 5_000, estimateTokens: (text: string) => Math.ceil(text.length / 4) };
  const result = await runTool(tool, tool.validate({ command: 'ls' }), { ...world.context, budget });
  expect(result).not.toHaveProperty('whole');
});

test('a cancelled command is no result', async () => {
  const { tool } = toolFor({ endedBy: 'cancel', exitCode: null });
  const reason = new Error('cancelled');
  const context = { ...world.context, signal: AbortSignal.abort(reason) };
  expect(await errorOf(() => tool.run(tool.validate({ command: 'ls' }), context))).toBe(reason);
});

test.each([
  [{}, 'command is required'],
  [{ command: ' \n' }, 'command must not be empty'],
  [{ command: 'a\0b' }, 'command must not contain a NUL character, got "a\\u0000b"'],
  [
    { command: 'é'.repeat(65_536) },
    'command must be at most 131071 bytes long, got 131072: write a longer one to a file',
  ],
  [{ command: 'ls', timeout_ms: 0 }, 'timeout_ms must be 1 or greater, got 0'],
  [{ command: 'ls', cwd: '' }, 'cwd must not be empty'],
])('parameters %j are refused', (raw, problem) => {
  let error: unknown;
  try {
    toolFor().tool.validate(raw);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(InvalidParamsError);
  expect(String(error)).toContain(problem);
});

test('a directory outside of the workspace is refused before anything is run', async () => {
  const { shell, tool } = toolFor();
  const params = tool.validate({ command: 'ls', cwd: '../' });
  expect(await errorOf(() => tool.run(params, world.context))).toBeInstanceOf(WorkspaceBoundaryError);
  expect(shell.asked).toEqual([]);
});

test('a person sees the command, where it runs, and what keeps it in', async () => {
  const params = toolFor().tool.validate({ command: 'ls', cwd: 'src' });
  const { gate } = world.deps;
  const missing = new PlayedShell({}, { missing: 'There is none' });
  const tools = [
    toolFor().tool,
    createRunCommandTool({ shell: missing, gate, sandbox: WORKING }),
    createRunCommandTool({ shell: missing, gate, sandbox: { kind: 'none' } }),
  ];
  const previews: unknown[] = [];
  for (const tool of tools) previews.push(await tool.preview?.(params, world.context));
  expect(previews).toEqual(
    [
      [
        'It runs in a sandbox: it writes in the workspace and a temporary folder of its own only, sees little of your home folder, and has no network unless this question says so.',
      ],
      ['It runs without a sandbox, as you: There is none.'],
      ['It runs without a sandbox, as you.'],
    ].map((notes) => ({ kind: 'command', command: 'ls', cwd: `${root}/src`, notes })),
  );
});

test('a command that looks ends after 60 s, or sooner when it is told so', async () => {
  const { shell, tool } = toolFor();
  const context = { ...world.context, access: { kind: 'looking' } } as const;
  for (const timeout_ms of [undefined, 600_000, 5000])
    await tool.run(
      tool.validate({ command: 'ls', ...(timeout_ms === undefined ? {} : { timeout_ms }) }),
      context,
    );
  expect(shell.asked.map(({ timeoutMs, sandbox }) => [timeoutMs, sandbox.kind])).toEqual([
    [60_000, 'looking'],
    [60_000, 'looking'],
    [5000, 'looking'],
  ]);
});

test.each([
  [undefined, 'a command that only reads has 60 s. Have it read less'],
  [600_000, 'a command that only reads has 60 s. Have it read less'],
  [5000, 'its timeout_ms was up'],
])(
  'a command that looks, with a timeout_ms of %j, says whose limit has ended it',
  async (timeout_ms, why) => {
    const { tool } = toolFor({ endedBy: 'timeout', exitCode: null });
    const params = tool.validate({ command: 'ls', ...(timeout_ms === undefined ? {} : { timeout_ms }) });
    const context = { ...world.context, access: { kind: 'looking' } } as const;
    expect(String(await errorOf(() => tool.run(params, context)))).toContain(why);
  },
);

test.each([
  [WORKING, 'It had no network. If it waited for a server, call it again with needs ["network"].'],
  [{ ...WORKING, hasNetwork: true }, 'Exit code: none.'],
] as const)(
  'a command that was silent too long with %j is told of a missing network',
  async (access, line) => {
    const { tool } = toolFor({ endedBy: 'idle', exitCode: null, durationMs: 30_000, isSandboxed: true });
    const params = tool.validate({ command: 'npm install' });
    const error = await errorOf(() => tool.run(params, { ...world.context, access }));
    expect(String(error).split('\n')[1]).toBe(line);
  },
);

test('a refusal of the sandbox is an error where the command looked, and a hint where it worked', async () => {
  const { tool } = toolFor({ exitCode: 1, refusal: 'write', stderr: 'read-only' });
  const params = tool.validate({ command: 'touch a' });
  const error = await errorOf(() => tool.run(params, { ...world.context, access: { kind: 'looking' } }));
  expect(error).toBeInstanceOf(SandboxRefusedError);
  expect(error).toMatchObject({ details: { refusal: 'write' } });
  expect(String(error)).toContain('read-only');
  const result = await tool.run(params, { ...world.context, access: WORKING });
  expect(tool.format(result, params)).toContain('It wrote to a place that is locked');
});

test('a command that looks at processes or the temporary folder is told that it saw those of the sandbox', async () => {
  const { tool } = toolFor({ isSandboxed: true });
  const told = async (command: string, access: typeof WORKING | { readonly kind: 'looking' }) => {
    const params = tool.validate({ command });
    const result = await tool.run(params, { ...world.context, access });
    return tool.format(result, params).includes('does not mean that there are none');
  };
  const lines = [
    'ls /tmp',
    'ls /tmp | wc -l',
    'ls /var/tmp/',
    'ps aux',
    'lsof -i :3000',
    'ls; top -bn1 | head',
  ];
  for (const line of lines) expect([line, await told(line, { kind: 'looking' })]).toEqual([line, true]);
  for (const line of ['ls', 'ls tmp', 'ls a/tmp', 'grep ps-1 a', 'cat top.md'])
    expect([line, await told(line, { kind: 'looking' })]).toEqual([line, false]);
  expect(await told('ls /tmp', WORKING)).toBe(false);
});

test('a command whose preview differs from what was approved does not run', async () => {
  const { shell, tool } = toolFor();
  const params = tool.validate({ command: 'ls' });
  const preview = await tool.preview?.(params, world.context);
  if (preview === undefined) throw new Error('There is no preview.');
  await tool.run(params, { ...world.context, shown: digestOf(preview) });
  const other = { ...world.context, shown: digestOf({ ...preview, kind: 'text', text: 'else' }) };
  expect(await errorOf(() => tool.run(params, other))).toBeInstanceOf(PreviewChangedError);
  expect(shell.asked).toHaveLength(1);
});

test('what a command needs is in its preview', async () => {
  const { tool } = toolFor();
  const params = tool.validate({ command: 'npm publish', needs: ['network', 'NPM_TOKEN'] });
  expect(await tool.preview?.(params, world.context)).toMatchObject({
    grants: { hasNetwork: true, mayWriteRepository: false, reveals: ['NPM_TOKEN'] },
  });
});

test('what was undone after a command is told to the model and to the person', async () => {
  const repairs = ['.git/hooks/pre-commit was new, and was removed.'];
  const { tool } = toolFor({ repairs });
  const heard: string[] = [];
  const context = { ...world.context, onOutput: ({ text }: { text: string }) => void heard.push(text) };
  expect(await observe(tool, { command: 'make' }, context)).toContain(`\n${repairs[0]}\n`);
  expect(heard).toEqual([`${repairs[0]}\n`]);
});
