import { describe, expect, test } from 'vitest';
import { join } from 'node:path';
import type { ApprovalMode } from '../../../../src/actors/protocol/approvals.js';
import type { SandboxState } from '../../../../src/actors/protocol/shell.js';
import type { CallPreview } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { Approvals } from '../../../../src/host/engine/approvals.js';
import { loadBashParser } from '../../../../src/host/node/bash-parser.js';
import type { ValidatedCall } from '../../../../src/machines/validated-call.js';
import { decideCall } from '../../../doubles/decide-call.js';
import { until } from '../../../doubles/until.js';

interface Setting {
  edits: ApprovalMode;
  commands: ApprovalMode;
}

const editOf = (shown: string): CallPreview => ({
  kind: 'text',
  text: '',
  files: [{ shown, absolute: join('/work', shown) as AbsPath, change: 'edit' }],
});
const commandOf = (text: string): CallPreview => ({
  kind: 'command',
  command: text,
  cwd: '/work',
  notes: [],
});

/** Approvals that follow a setting, and calls that wait for an answer in them. */
function follow(setting: Setting) {
  const sandbox: SandboxState = 'sandboxed';
  const approvals = new Approvals({
    roots: ['/work'],
    loadParser: loadBashParser,
    sandboxState: () => sandbox,
    policy: {
      get 'File edits'() {
        return setting.edits;
      },
      get 'Dangerous tools'() {
        return setting.commands;
      },
    },
  });
  const ends: Record<string, unknown> = {};
  let presented = 0;
  const ask = async (callId: string, preview: CallPreview): Promise<void> => {
    const isCommand = preview.kind === 'command';
    const call: ValidatedCall = {
      callId,
      tool: isCommand ? 'run_command' : 'edit_file',
      category: isCommand ? 'Dangerous tools' : 'File edits',
      params: {},
    };
    const before = presented;
    const decided = decideCall(approvals, call, {
      signal: new AbortController().signal,
      preview: () => Promise.resolve(preview),
      present: () => {
        presented += 1;
      },
      warn: () => undefined,
    });
    void decided.then((end) => {
      ends[callId] = typeof end === 'object' && 'decision' in end ? end.decision : end;
    });
    await until(() => presented > before, 'the call is asked about');
  };
  return { approvals, ask, ends };
}

describe('a question that stands', () => {
  test('is answered by a setting that allows its call, and no other is', async () => {
    const setting: Setting = { edits: 'ask', commands: 'ask' };
    const { approvals, ask, ends } = follow(setting);
    await ask('edit', editOf('a.ts'));
    await ask('command', commandOf('npm test'));

    setting.edits = 'auto';
    await approvals.reconsider();
    await until(() => ends.edit !== undefined, 'the edit is allowed');
    expect(ends).toEqual({ edit: 'approve' });

    setting.commands = 'auto';
    await approvals.reconsider();
    await until(() => ends.command !== undefined, 'the command is allowed');
    expect(ends).toEqual({ edit: 'approve', command: 'approve' });
    // What has ended by itself cannot be answered any more.
    expect(approvals.answer('command', 'deny')).toBe(false);
  });

  test.each<[string, Partial<Setting>, CallPreview]>([
    ['a protected file', { edits: 'auto' }, editOf('.vscode/tasks.json')],
    ['what the sandbox does not hold', { commands: 'sandboxed' }, commandOf('git push')],
    ['another kind of call', { edits: 'auto' }, commandOf('npm test')],
    ['the same as before', {}, editOf('a.ts')],
  ])('stays when a setting does not allow %s', async (_, change, preview) => {
    const setting: Setting = { edits: 'ask', commands: 'ask' };
    const { approvals, ask, ends } = follow(setting);
    await ask('call', preview);
    Object.assign(setting, change);
    await approvals.reconsider();
    expect(ends).toEqual({});
    expect(approvals.answer('call', 'deny')).toBe(true);
    await until(() => ends.call === 'deny', 'the answer of the person counts');
  });

  test('stays when a setting asks for more', async () => {
    const setting: Setting = { edits: 'ask', commands: 'sandboxed' };
    const { approvals, ask, ends } = follow(setting);
    await ask('call', commandOf('git push'));
    setting.commands = 'ask';
    await approvals.reconsider();
    expect(ends).toEqual({});
    expect(approvals.answer('call', 'approve')).toBe(true);
  });

  test('is answered by the answer to another one that allows its call for the conversation', async () => {
    const { approvals, ask, ends } = follow({ edits: 'ask', commands: 'ask' });
    await ask('first', editOf('a.ts'));
    await ask('same', editOf('a.ts'));
    await ask('other', editOf('b.ts'));
    approvals.answer('first', 'approve', { remember: 'files' });
    await until(() => ends.same === 'approve', 'the same file may be edited');
    expect(ends).toEqual({ first: 'approve', same: 'approve' });
  });

  test('is answered by the person when both come at once', async () => {
    const setting: Setting = { edits: 'ask', commands: 'ask' };
    const { approvals, ask, ends } = follow(setting);
    await ask('call', editOf('a.ts'));
    setting.edits = 'auto';
    const reconsidered = approvals.reconsider();
    expect(approvals.answer('call', 'deny')).toBe(true);
    await reconsidered;
    await until(() => ends.call !== undefined, 'the call is decided');
    expect(ends).toEqual({ call: 'deny' });
  });
});
