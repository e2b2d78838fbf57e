import { expect, test } from 'vitest';
import type { ApprovalRule } from '../../../../src/actors/protocol/approvals.js';
import { listApprovals } from '../../../../src/host/vscode/approvals/approval-rows.js';

const vitest: ApprovalRule = { effect: 'allow', when: { command: ['npx', 'vitest'] } };
const push: ApprovalRule = { effect: 'deny', when: { command: ['git', 'push'] } };

test('what is allowed in the chat stands before what holds always, and nothing twice', () => {
  const rows = listApprovals(
    [vitest, push],
    [
      { kind: 'file', path: '/work/a.ts' },
      { kind: 'rule', rule: { ...vitest } },
      { kind: 'rule', rule: { effect: 'allow', when: { tool: 'open_persistent_terminal' } } },
      { kind: 'network' },
    ],
  );
  expect(rows.map(({ label }) => label)).toEqual([
    'In this chat',
    '$(check) Allows edits of /work/a.ts',
    '$(check) Allows every call of open_persistent_terminal',
    '$(check) Allows the network for commands that you allow',
    'Always, in every folder',
    '$(check) Allows commands that start with `npx vitest`',
    '$(circle-slash) Forbids commands that start with `git push`',
  ]);
  expect(rows.map(({ approval }) => approval?.scope)).toEqual([
    undefined,
    'chat',
    'chat',
    'chat',
    undefined,
    'always',
    'always',
  ]);
});

test('nothing is listed where nothing is allowed', () => {
  expect(listApprovals([], [])).toEqual([]);
});
