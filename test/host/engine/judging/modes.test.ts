import { describe, expect, test } from 'vitest';
import type { AgentMode } from '../../../../src/actors/protocol/agent.js';
import type { ApprovalMode, ApprovalRule } from '../../../../src/actors/protocol/approvals.js';
import type { SandboxRefusal } from '../../../../src/actors/protocol/sandbox-refusal.js';
import type { SandboxState } from '../../../../src/actors/protocol/shell.js';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import { Approvals } from '../../../../src/host/engine/approvals.js';
import { loadBashParser } from '../../../../src/host/node/bash-parser.js';
import type { ValidatedCall } from '../../../../src/machines/validated-call.js';

interface World {
  readonly mode?: AgentMode;
  readonly policy?: ApprovalMode;
  readonly sandbox?: SandboxState;
  readonly rules?: readonly ApprovalRule[];
  readonly refusal?: SandboxRefusal;
  readonly grants?: boolean;
}

const MISSING: SandboxState = { missing: 'There is no bubblewrap here.' };

/** How a command is judged: whether it runs, is asked about or refused, and where it would run. */
async function judge(command: string, world: World = {}): Promise<string> {
  const { mode = 'plan', policy = 'ask', sandbox = 'sandboxed', rules = [], refusal, grants = false } = world;
  const approvals = new Approvals({
    roots: ['/work'],
    loadParser: loadBashParser,
    sandboxState: () => sandbox,
    policy: { 'Dangerous tools': policy },
    rules,
  });
  const call: ValidatedCall = {
    callId: '1',
    tool: 'run_command',
    category: 'Dangerous tools',
    params: {},
    mode,
    canLook: true,
    ...(refusal === undefined ? {} : { refusal }),
  };
  const preview: CallPreview = {
    kind: 'command',
    command,
    cwd: '/work',
    notes: [],
    ...(grants ? { grants: { hasNetwork: true, mayWriteRepository: false, reveals: [] } } : {}),
  };
  const judged = await approvals.judge(call, {
    signal: new AbortController().signal,
    preview: () => Promise.resolve(preview),
  });
  if (judged.kind === 'refuse') return `refused: ${judged.result.output}`;
  return `${judged.kind === 'run' ? 'runs' : 'asked'}, ${judged.permission.access?.kind ?? 'anywhere'}`;
}

const allow: ApprovalRule = { effect: 'allow', when: { command: ['npm', 'test'] } };
const deny: ApprovalRule = { effect: 'deny', when: { command: ['npm', 'test'] } };

describe('while planning, a command', () => {
  test.each<[command: string, world: World, judged: string]>([
    ['ls', {}, 'runs, looking'],
    ['npm test', {}, 'asked, looking'],
    ['npm test', { rules: [allow] }, 'runs, looking'],
    ['npm test', { policy: 'auto' }, 'runs, looking'],
    ['npm test', { policy: 'sandboxed' }, 'runs, looking'],
    ['rm -rf src', { policy: 'auto' }, 'runs, looking'],
    ['git commit -m x', { policy: 'auto' }, 'runs, looking'],
    ['curl https://example.org', { policy: 'auto' }, 'runs, looking'],
    ['ls', { sandbox: MISSING }, 'runs, looking'],
    ['ls', { sandbox: MISSING, policy: 'auto' }, 'runs, looking'],
  ])('%s with %j %s', async (command, world, judged) => {
    expect(await judge(command, world)).toBe(judged);
  });

  test.each<[command: string, world: World, why: string]>([
    ['npm test', { rules: [deny] }, 'A rule forbids'],
    ['npm test', { sandbox: MISSING, policy: 'auto' }, 'There is no sandbox here'],
    ['npm test', { sandbox: MISSING, rules: [allow] }, 'There is no sandbox here'],
    ['ls > list', { sandbox: MISSING, policy: 'auto' }, 'There is no sandbox here'],
    ['npm test', { refusal: 'write' }, 'as it can write nothing there'],
    ['npm test', { refusal: 'network', policy: 'auto' }, 'as it has no network there'],
    ['npm test', { refusal: 'hidden', rules: [allow] }, 'hidden there'],
    ['npm test', { grants: true, policy: 'auto' }, 'neither the network nor anything else'],
  ])('%s with %j is refused', async (command, world, why) => {
    const judged = await judge(command, world);
    expect(judged).toContain('refused: ');
    expect(judged).toContain(why);
  });
});

test('in the mode agent the same commands run where they can work', async () => {
  expect(await judge('npm test', { mode: 'agent', rules: [allow] })).toBe('runs, working');
  expect(await judge('npm test', { mode: 'agent', refusal: 'write' })).toBe('asked, working');
});

describe.each<AgentMode>(['gather', 'plan'])('in the mode %s', (mode) => {
  test.each(['Web tools', 'MCP tools'] as const)(
    '%s are asked about, whatever the policy says',
    async (category) => {
      const call: ValidatedCall = { callId: '1', tool: 'x', category, params: {}, mode };
      const judgeWith = async (rules: readonly ApprovalRule[], mode: AgentMode): Promise<string> => {
        const approvals = new Approvals({ policy: { [category]: 'auto' }, rules });
        const options = { signal: new AbortController().signal, preview: () => Promise.resolve(undefined) };
        return (await approvals.judge({ ...call, mode }, options)).kind;
      };
      expect(await judgeWith([], mode)).toBe('ask');
      expect(await judgeWith([], 'agent')).toBe('run');
      expect(await judgeWith([{ effect: 'allow', when: { tool: 'x' } }], mode)).toBe('run');
    },
  );
});
