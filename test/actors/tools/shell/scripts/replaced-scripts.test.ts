import { createHash } from 'node:crypto';
import { renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PreviewChangedError } from '../../../../../src/actors/protocol/errors.js';
import { digestOf } from '../../../../../src/actors/tools/gate/check-shown.js';
import { createOpenPersistentTerminalTool } from '../../../../../src/actors/tools/shell/open-persistent-terminal.js';
import { createRunCommandTool } from '../../../../../src/actors/tools/shell/run-command.js';
import { createRunPersistentCommandTool } from '../../../../../src/actors/tools/shell/run-persistent-command.js';
import { fingerprintFile } from '../../../../../src/host/node/fingerprint-file.js';
import { errorOf } from '../../../../doubles/error-of.js';
import { PlayedShell, playedTerminals, WORKING } from '../../../../doubles/played-shell.js';
import { makeToolWorld, observe, type ToolWorld } from '../../tool-world.js';

let world: ToolWorld;
let root: ToolWorld['base'];
beforeEach(() => {
  world = makeToolWorld({
    app: { 's.sh': 'echo a\n', 'sub/t.sh': 'echo t\n', 'pre.js': '', 'main.js': '', 'data.log': '1\n' },
  });
  root = world.roots[0] ?? world.base;
});
afterEach(() => {
  world.dispose();
});

/** What becomes of a command when `change` happens while its question is open. */
async function runAfter(command: string, change: () => void) {
  const shell = new PlayedShell();
  const tool = createRunCommandTool({
    shell,
    gate: world.deps.gate,
    sandbox: WORKING,
    hashFile: fingerprintFile,
  });
  const params = tool.validate({ command });
  const preview = await tool.preview?.(params, world.context);
  if (preview?.kind !== 'command') throw new Error('There is no preview of a command.');
  change();
  const context = { ...world.context, shown: digestOf(preview) };
  const error: unknown = await Promise.resolve(tool.run(params, context)).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { notes: preview.notes ?? [], error, ran: shell.asked.length };
}

const put = (path: string, content: string): void => {
  writeFileSync(join(root, path), content);
};

describe('a script that a command names', () => {
  test('is shown with its digest', async () => {
    const { notes } = await runAfter('bash s.sh', () => undefined);
    const digest = createHash('sha256').update('echo a\n').digest('hex');
    expect(notes[0]).toBe(`It may run s.sh, as it is now (SHA-256 ${digest}).`);
  });

  test.each<[string, string, () => void]>([
    ['is written anew', 'bash s.sh', () => put('s.sh', 'echo b\n')],
    ['is written anew, behind another command', 'ls && ./s.sh', () => put('s.sh', 'echo b\n')],
    ['is written anew, in a line in the line', "bash -c 'bash s.sh'", () => put('s.sh', 'echo b\n')],
    ['is written anew, in a folder', 'cd sub && sh t.sh', () => put('sub/t.sh', 'echo b\n')],
    ['is loaded first, and changes', 'node -r ./pre.js main.js', () => put('pre.js', 'x')],
    [
      'is another file of the same name',
      './s.sh',
      () => {
        put('other', 'echo b\n');
        renameSync(join(root, 'other'), join(root, 's.sh'));
      },
    ],
    [
      'is a link now',
      'bash s.sh',
      () => {
        rmSync(join(root, 's.sh'));
        symlinkSync('sub/t.sh', join(root, 's.sh'));
      },
    ],
    ['is gone', 'bash s.sh', () => rmSync(join(root, 's.sh'))],
    ['was not there, and is now', 'bash new.sh', () => put('new.sh', 'echo b\n')],
  ])('does not run when it %s while the question is open: `%s`', async (_, command, change) => {
    const { error, ran } = await runAfter(command, change);
    expect(error).toBeInstanceOf(PreviewChangedError);
    expect(ran).toBe(0);
  });

  test.each<[string, string, () => void]>([
    ['it is written with the same content', 'bash s.sh', () => put('s.sh', 'echo a\n')],
    ['another file changes', 'bash s.sh', () => put('sub/t.sh', 'echo b\n')],
    ['the data behind it grows', 'node main.js data.log', () => put('data.log', '1\n2\n')],
    ['a file that is only read changes', 'cat s.sh', () => put('s.sh', 'echo b\n')],
  ])('runs when %s', async (_, command, change) => {
    expect((await runAfter(command, change)).ran).toBe(1);
  });

  test('outside of the workspace is not listed', async () => {
    const { notes } = await runAfter('bash ../s.sh; bash /etc/profile', () => undefined);
    expect(notes.filter((note) => note.startsWith('It may run'))).toEqual([]);
  });

  test('in a persistent terminal does not run either when it changes', async () => {
    const terminals = playedTerminals({}, root);
    const deps = { terminals, gate: world.deps.gate, sandbox: WORKING, hashFile: fingerprintFile };
    await observe(createOpenPersistentTerminalTool(deps), {}, world.context);
    const tool = createRunPersistentCommandTool(deps);
    const params = tool.validate({ command: 'bash s.sh', persistent_terminal_id: '1' });
    const preview = await tool.preview?.(params, world.context);
    if (preview === undefined) throw new Error('There is no preview.');
    put('s.sh', 'echo b\n');
    const context = { ...world.context, shown: digestOf(preview) };
    expect(await errorOf(async () => tool.run(params, context))).toBeInstanceOf(PreviewChangedError);
    expect(JSON.stringify(terminals.asked)).not.toContain('bash');
  });
});
