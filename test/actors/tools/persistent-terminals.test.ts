import { afterAll, expect, test } from 'vitest';
import type { TerminalOutput } from '../../../src/actors/protocol/shell.js';
import { createKillPersistentTerminalTool } from '../../../src/actors/tools/shell/kill-persistent-terminal.js';
import { createOpenPersistentTerminalTool } from '../../../src/actors/tools/shell/open-persistent-terminal.js';
import { createRunPersistentCommandTool } from '../../../src/actors/tools/shell/run-persistent-command.js';
import { playedTerminals, WORKING } from '../../doubles/played-shell.js';
import { makeToolWorld, observe } from './tool-world.js';

const world = makeToolWorld({ app: { 'src/a.ts': '' } });
const root = world.roots[0] ?? world.base;
afterAll(() => {
  world.dispose();
});

function toolsFor(output: Partial<TerminalOutput> = {}) {
  const terminals = playedTerminals(output, root);
  const deps = { terminals, gate: world.deps.gate, sandbox: WORKING };
  return {
    terminals,
    open: createOpenPersistentTerminalTool(deps),
    run: createRunPersistentCommandTool(deps),
    kill: createKillPersistentTerminalTool(deps),
  };
}

test('a terminal is opened, used and killed by its id', async () => {
  const { terminals, open, run, kill } = toolsFor({ text: 'on\n' });
  expect([
    await observe(open, { cwd: 'src' }, world.context),
    await observe(run, { command: 'echo on', persistent_terminal_id: '1' }, world.context),
    await observe(kill, { persistent_terminal_id: '1' }, world.context),
  ]).toEqual([
    `Terminal 1 is open in ${root}/src.`,
    'Exit code 0.\nOutput:\non',
    'Terminal 1 and all that ran in it are ended.',
  ]);
  expect(terminals.asked).toEqual([
    ['open', `${root}/src`],
    ['run', '1', 'echo on', 5000],
    ['kill', '1'],
  ]);
});

test.each<[Partial<TerminalOutput>, string]>([
  [
    { state: 'running', exitCode: null, text: 'up\n' },
    'The command still runs in terminal 1; an empty command reads on.\nOutput:\nup',
  ],
  [
    { state: 'closed', exitCode: 3 },
    'Terminal 1 is closed: its shell ended with exit code 3.\nOutput: (empty)',
  ],
  [{ state: 'closed', exitCode: null }, 'Terminal 1 is closed.\nOutput: (empty)'],
])('the model reads what became of a command: %j', async (output, expected) => {
  const { run } = toolsFor(output);
  expect(await observe(run, { command: '', persistent_terminal_id: '1' }, world.context)).toBe(expected);
});

test('a person sees what is to happen in a terminal', async () => {
  const { open, run, kill } = toolsFor();
  const byId = { persistent_terminal_id: '1' };
  expect([
    await open.preview?.(open.validate({}), world.context),
    await run.preview?.(run.validate({ command: 'ls', ...byId }), world.context),
    await kill.preview?.(kill.validate(byId), world.context),
  ]).toEqual([
    { kind: 'text', text: `Opens a terminal in ${root}.\nIt runs without a sandbox, as you: There is none.` },
    {
      kind: 'command',
      command: 'ls',
      cwd: root,
      notes: [
        `In terminal 1, which was opened in ${root}.`,
        'It runs without a sandbox, as you: There is none.',
      ],
    },
    { kind: 'text', text: 'Ends terminal 1 and everything that runs in it.' },
  ]);
});
