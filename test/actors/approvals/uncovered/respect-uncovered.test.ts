import { expect, test } from 'vitest';
import { judgeCall, type CallDecision } from '../../../../src/actors/approvals/judge-call.js';
import {
  mayChangeFiles,
  respectUncovered,
} from '../../../../src/actors/approvals/uncovered/respect-uncovered.js';
import type { ApprovalMode, ApprovalRule } from '../../../../src/actors/protocol/approvals.js';
import type { UncoveredPath } from '../../../../src/actors/protocol/file-version.js';
import type { SandboxRequest } from '../../../../src/actors/protocol/shell.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';

const WORKING: SandboxRequest = {
  kind: 'working',
  hasNetwork: false,
  mayWriteRepository: false,
  reveals: [],
};
const ROOTS = ['/ws'];
const MODULES: UncoveredPath = {
  path: '/ws/node_modules' as AbsPath,
  reason: 'budget',
  bytes: 1_234_567_890,
  files: 40_000,
};
const SENTENCE =
  'node_modules (1.2 GB in 40,000 files) could not be restored afterwards: it is more than is copied before a command.';

function judge(mode: ApprovalMode, rules: readonly ApprovalRule[] = []): CallDecision {
  return judgeCall(
    { tool: 'run_command', category: 'Dangerous tools', params: {} },
    { kind: 'command', command: 'npm ci', cwd: '/ws', notes: [] },
    {
      policy: {
        'Read file': 'auto',
        'File edits': 'ask',
        'Dangerous tools': mode,
        'Web tools': 'ask',
        'MCP tools': 'ask',
      },
      rules,
      roots: ROOTS,
      sandbox: 'sandboxed',
    },
  );
}

test('a command that the mode lets run cannot write where nobody could restore', () => {
  expect(respectUncovered(judge('sandboxed'), [MODULES], ROOTS)).toEqual({
    kind: 'run',
    isRestorable: true,
    access: { ...WORKING, readOnly: [MODULES.path] },
  });
});

test('a question says what could not be restored, and what is approved may write there', () => {
  const asked = respectUncovered(judge('ask'), [MODULES], ROOTS);
  expect(asked).toMatchObject({ kind: 'ask', access: WORKING });
  expect(asked.kind === 'ask' ? asked.reasons.at(-1) : '').toBe(SENTENCE);
});

test('the largest places are named, and the rest counted', () => {
  const places = Array.from({ length: 5 }, (_, at): UncoveredPath => ({
    path: `/ws/p${at}` as AbsPath,
    reason: 'quota',
    bytes: 999 * at,
  }));
  const asked = respectUncovered(judge('ask'), places, ROOTS);
  expect(asked.kind === 'ask' ? asked.reasons.slice(-4) : []).toEqual([
    'p4 (4.0 KB) could not be restored afterwards: the store of old versions is full.',
    'p3 (3.0 KB) could not be restored afterwards: the store of old versions is full.',
    'p2 (2.0 KB) could not be restored afterwards: the store of old versions is full.',
    '2 other places could not be restored either.',
  ]);
});

test.each([
  ['it is not known what could be restored', undefined],
  ['there are too many places', Array.from({ length: 101 }, (): UncoveredPath => MODULES)],
])('the mode lets no command run unasked when %s', (_, uncovered) => {
  expect(respectUncovered(judge('sandboxed'), uncovered, ROOTS)).toMatchObject({
    kind: 'ask',
    access: WORKING,
  });
});

test('a command that a rule allows may write everywhere', () => {
  const rules: readonly ApprovalRule[] = [{ effect: 'allow', when: { tool: 'run_command' } }];
  const decision = judge('sandboxed', rules);
  expect(respectUncovered(decision, [MODULES], ROOTS)).toEqual(decision);
});

test('a pipe needs no protection, and where all can be restored nothing changes', () => {
  const decision = judge('sandboxed');
  const pipe: UncoveredPath = { path: '/ws/pipe' as AbsPath, reason: 'special' };
  expect(respectUncovered(decision, [pipe], ROOTS)).toEqual(decision);
  expect(respectUncovered(decision, [], ROOTS)).toEqual(decision);
});

test('only commands that may write are looked into', () => {
  const looking: CallDecision = { kind: 'run', access: { kind: 'looking' } };
  expect([judge('sandboxed'), looking, { kind: 'run' } as const].map(mayChangeFiles)).toEqual([
    true,
    false,
    false,
  ]);
});
