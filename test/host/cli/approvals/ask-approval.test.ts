import { stripVTControlCharacters } from 'node:util';
import { fileURLToPath } from 'node:url';
import { spawn } from '@lydell/node-pty';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RememberScope } from '../../../../src/actors/protocol/approvals.js';
import { readAnswer } from '../../../../src/host/cli/approvals/ask-approval.js';
import { type BuiltEntries, buildEntries } from '../../../threads/build-entries.js';

let entries: BuiltEntries;

beforeAll(async () => {
  entries = await buildEntries({ 'ask-approval.entry': 'test/host/cli/entries/ask-approval.entry.ts' });
});

afterAll(() => {
  entries.remove();
});

/** A turn on a real terminal: `press` sends keys once the text is on the screen that was not there before. */
function startTurn(kind: 'command' | 'diff' | 'edit', cols = 200) {
  const child = spawn(process.execPath, [fileURLToPath(entries.url('ask-approval.entry')), kind], { cols });
  let screen = '';
  let read = 0;
  const watchers = new Set<() => void>();
  child.onData((data) => {
    screen += data;
    for (const look of watchers) look();
  });
  let hasEnded = false;
  child.onExit(() => {
    hasEnded = true;
  });
  onTestFinished(() => {
    if (!hasEnded) child.kill('SIGKILL');
  });
  const shows = (text: string): Promise<string> =>
    new Promise((resolve) => {
      const look = (): void => {
        const at = screen.indexOf(text, read);
        if (at < 0) return;
        read = at + text.length;
        watchers.delete(look);
        resolve(screen);
      };
      watchers.add(look);
      look();
    });
  return {
    shows,
    async press(after: string, keys: string) {
      await shows(after);
      child.write(keys);
    },
    /** Says no, and why. */
    async deny(reason = '', key = 'n') {
      await shows('› ');
      child.write(key);
      await shows('no reason)');
      child.write(`${reason}\r`);
    },
    async end() {
      await shows('END');
      await shows('\n');
      return stripVTControlCharacters(screen).replaceAll('\r\n', '\n');
    },
  };
}

describe('a question on a terminal', () => {
  test('shows a command with what hides in it, where it runs and why it is asked about', async () => {
    const turn = startTurn('command');
    await turn.deny();
    await turn.deny();
    const screen = await turn.end();
    expect(screen).toContain(
      [
        '? Dangerous tools: run_command',
        '  $ npm test \\u{202e}# x',
        '    in /work',
        '    No sandbox.',
        '  ! The command has characters in it that cannot be seen.',
        '  [y]es  [n]o  [?] › n',
        '  Why? (Enter: no reason) ',
      ].join('\n'),
    );
    expect(screen).toContain('END answer raw=false');
  });

  test('shows a change in colours, and is answered for this once', async () => {
    const turn = startTurn('diff');
    await turn.press('› ', 'y');
    await turn.deny();
    const screen = await turn.end();
    expect(screen).toContain('  a.ts\n  @@ -1 +1 @@\n  -old⟨U+200B⟩\n  +new\n  ! It changes files.\n');
    expect(screen).toContain('[n]o  [?] › y\n  change was run\n');
    expect(screen).toContain('  ✗ The person denied this call.\n');
    expect(await turn.shows('')).toContain('\u001b[32m+new');
  });

  test('is not asked again after "this conversation"', async () => {
    const turn = startTurn('diff');
    await turn.press('› ', 't');
    const screen = await turn.end();
    expect(screen.match(/^ {2}change was run$/gm)).toHaveLength(2);
  });

  test('says what would be remembered, and offers only what can hold', async () => {
    const turn = startTurn('diff');
    await turn.press('› ', 't');
    const screen = await turn.end();
    expect(screen).toContain('  t: allow every call of change\n  [y]es  [t]his conversation  [n]o  [?] › t');
  });

  test.each([
    ['f', 'files'],
    ['e', 'edits'],
  ])('about an edit is not asked again after %j for its %s', async (key) => {
    const turn = startTurn('edit');
    await turn.press('› ', key);
    const screen = await turn.end();
    expect(screen.match(/^ {2}change was run$/gm)).toHaveLength(2);
    expect(screen).toContain(
      [
        '  f: allow edits of src/commands/run.ts and src/\\u{202e}a.ts in this conversation',
        '  e: allow edits of all files but protected ones in this conversation',
        `  [y]es  [f]iles  [e]dits  [n]o  [?] › ${key}`,
      ].join('\n'),
    );
  });

  test('about an edit can be read in 40 columns', async () => {
    const turn = startTurn('edit', 40);
    await turn.press('› ', '?');
    await turn.deny();
    await turn.deny();
    const screen = await turn.end();
    expect(screen).toContain(
      [
        '  f: allow edits of src/commands/run.ts',
        '     and src/\\u{202e}a.ts in this',
        '     conversation',
        '  e: allow edits of all files but',
        '     protected ones in this',
        '     conversation',
        '  [y]es  [f]iles  [e]dits  [n]o  [?] › ',
      ].join('\n'),
    );
    expect(screen).toContain(
      [
        '  y  do it, this once',
        '  f  allow edits of src/commands/run.ts',
        '     and src/\\u{202e}a.ts until this',
        '     conversation ends',
        '  e  allow edits of all files but',
        '     protected ones until this',
        '     conversation ends',
        '  n  do not; type why, if you like: the',
        '     model is told, and goes on',
        '  Esc  do not, and end the turn',
      ].join('\n'),
    );
  });

  test('hands the reason of a no to the model', async () => {
    const turn = startTurn('diff');
    await turn.deny('use b.ts, not\u007f\u007f\u007f\u001b[Dsee a.ts');
    await turn.deny();
    const screen = await turn.end();
    expect(screen).toContain('✗ This call was denied, with the reason: use b.ts, see a.ts');
    expect(screen).toContain('✗ The person denied this call.');
  });

  test('ends the turn on Ctrl-C while a reason is typed', async () => {
    const turn = startTurn('diff');
    await turn.press('› ', 'n');
    await turn.press('no reason)', 'beca\u0003');
    expect(await turn.end()).toContain('END CANCELLED raw=false');
  });

  test('explains its keys', async () => {
    const turn = startTurn('diff');
    await turn.press('› ', '?');
    await turn.deny('', 'N');
    await turn.deny();
    const screen = await turn.end();
    expect(screen).toContain('t  allow every call of change until this conversation ends');
    expect(screen.match(/✗ The person denied/g)).toHaveLength(2);
  });

  test.each([
    ['Ctrl-C', '\u0003'],
    ['Esc', '\u001b'],
  ])('ends the turn on %s and leaves the terminal as it was', async (_, key) => {
    const turn = startTurn('diff');
    await turn.press('› ', key);
    const screen = await turn.end();
    expect(screen).toContain('END CANCELLED raw=false');
    expect(screen).not.toContain('change was run');
  });

  test.each(['y', 'y\r', 't', 'ty'])('is not answered by %j that was typed before it', async (typed) => {
    const turn = startTurn('diff');
    await turn.press('', typed);
    await turn.press('[n]o', typed);
    await turn.deny();
    await turn.deny();
    const screen = await turn.end();
    expect(screen).not.toContain('change was run');
    expect(screen.match(/✗ The person denied/g)).toHaveLength(2);
  });
});

const both = ['thread', 'always'] as const;
const ofEdits = ['files', 'edits'] as const;
const offersOf = (scopes: readonly RememberScope[]) =>
  scopes.map((scope) => ({ scope, description: 'this' }));

test.each<[string, readonly RememberScope[], object | undefined]>([
  ['y', both, { decision: 'approve' }],
  ['Y', [], { decision: 'approve' }],
  ['t', both, { decision: 'approve', remember: 'thread' }],
  ['a', both, { decision: 'approve', remember: 'always' }],
  ['f', ofEdits, { decision: 'approve', remember: 'files' }],
  ['e', ofEdits, { decision: 'approve', remember: 'edits' }],
  ['E', ['edits'], { decision: 'approve', remember: 'edits' }],
  ['f', ['edits'], undefined],
  ['t', ofEdits, undefined],
  ['a', ofEdits, undefined],
  ['e', both, undefined],
  ['f', [], undefined],
  ['a', ['thread'], undefined],
  ['t', [], undefined],
  ['a', [], undefined],
  ['n', both, { decision: 'deny' }],
  [' ', both, undefined],
  ['yy', both, undefined],
])('the key %j (to be remembered for: %j) means %j', (text, offered, answer) => {
  expect(readAnswer({ type: 'text', text }, offersOf(offered))).toEqual(answer);
});

test('Ctrl-D denies; a pasted character and other keys mean nothing', () => {
  const offers = offersOf(ofEdits);
  expect(readAnswer({ type: 'key', id: 'ctrl-d' }, offers)).toEqual({ decision: 'deny' });
  for (const id of ['enter', 'escape', 'up']) expect(readAnswer({ type: 'key', id }, offers)).toBeUndefined();
  for (const text of ['y', 'n', 'e']) expect(readAnswer({ type: 'paste', text }, offers)).toBeUndefined();
});
