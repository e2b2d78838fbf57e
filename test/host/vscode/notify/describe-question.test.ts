import { describe, expect, test } from 'vitest';
import type { EntryId, EntryOf } from '../../../../src/actors/protocol/thread.js';
import type { CallPreview, TouchedPath } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { describeQuestion } from '../../../../src/host/vscode/notify/describe-question.js';

const asked = (
  preview: CallPreview | undefined,
  rest: Partial<EntryOf<'approval_asked'>> = {},
): EntryOf<'approval_asked'> => ({
  kind: 'approval_asked',
  id: 'e1' as EntryId,
  parent: null,
  seq: 0,
  at: 0,
  callId: 'c1',
  reasons: [],
  ...(preview === undefined ? {} : { preview }),
  ...rest,
});

const command = (line: string, rest: Partial<Extract<CallPreview, { kind: 'command' }>> = {}) =>
  asked({ kind: 'command', command: line, cwd: '/work', notes: [], ...rest });

const touched = (shown: string, rest: Partial<TouchedPath> = {}): TouchedPath => ({
  shown,
  absolute: `/work/${shown}` as AbsPath,
  change: 'edit',
  ...rest,
});

const diff = (files: readonly TouchedPath[]): CallPreview => ({
  kind: 'diff',
  path: files[0]?.shown ?? '',
  diff: '--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-old\n+new\n+more\n',
  files,
});

const REST = { text: 'Troupe asks before it goes on.', isWhole: false };
const describeIt = (entry: EntryOf<'approval_asked'>, tool = 'run_command', roots = ['/work']) =>
  describeQuestion({ asked: entry, thread: undefined, tool }, roots);

describe('a question in a notification', () => {
  test('shows a short command whole, after what the sandbox lets it do', () => {
    expect(describeIt(command('npm test', { notes: ['It runs without a sandbox, as you.'] }))).toEqual({
      text: 'Troupe asks to run a command. It runs without a sandbox, as you. The command: npm test',
      isWhole: true,
    });
  });

  test('names every file of a change, whose diff is read in the view', () => {
    const files = [
      touched('a.ts'),
      touched('b.ts', { change: 'create' }),
      touched('c.ts', { change: 'delete' }),
    ];
    expect(describeIt(asked(diff(files)), 'edit_file')).toEqual({
      text: 'Troupe asks to change a.ts, create b.ts, delete c.ts (+2 -1)',
      isWhole: false,
    });
  });

  test.each([
    ['a long command', command('x'.repeat(200))],
    ['a command with many notes', command('npm test', { notes: ['x'.repeat(400)] })],
    ['a command with spaces that a notification would join', command("rm 'a  b'")],
    ['a command of two lines', command('a\nrm -rf b')],
    ['a command with characters that cannot be seen', command('npm\u202E test')],
    ['a command that a notification would show as a link', command('echo [yes](command:x)')],
    ['a command in another folder', command('npm test', { cwd: '/work/sub' })],
    [
      'a command that wants more than others',
      command('npm test', { grants: { hasNetwork: true, mayWriteRepository: false, reveals: [] } }),
    ],
    ['many files', asked(diff(['a', 'b', 'c', 'd'].map((name) => touched(name))))],
    ['a protected file', asked(diff([touched('.npmrc')]), { protectedPaths: ['.npmrc'] })],
    ['a file whose name a notification would show as a link', asked(diff([touched('[a](command:x)')]))],
    ['files that nobody names', asked({ kind: 'diff', path: 'a', diff: '' })],
    ['what is no command and no change', asked({ kind: 'text', text: 'Opens a terminal.' })],
    ['a call without a preview', asked(undefined)],
  ])('leaves %s to the view', (_what, entry) => {
    expect(describeIt(entry)).toEqual(REST);
  });

  test('leaves commands to the view where the shell may stand anywhere, and where there are several folders', () => {
    expect(describeIt(command('npm test'), 'run_persistent_command')).toEqual(REST);
    expect(describeIt(command('npm test'), 'run_command', ['/work', '/other'])).toEqual(REST);
  });
});
