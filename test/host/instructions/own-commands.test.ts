import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { type InstructionsWorld, makeInstructionsWorld } from './instructions-world.js';

let world: InstructionsWorld;
afterEach(() => {
  world.dispose();
});

describe('commands of people', () => {
  test('are those of the person and of the workspace, by name', async () => {
    world = await makeInstructionsWorld(
      {
        '.troupe/commands/fix.md': 'Fix it',
        '.troupe/commands/git/log.md': '---\ndescription: Logs\n---\nLog',
      },
      { 'commands/me.md': 'Mine' },
    );
    const { commands, problems } = await world.instructions.access.listCommands();
    expect(commands.map(({ name, from, description }) => [name, from, description])).toEqual([
      ['fix', 'workspace', 'Fix it'],
      ['git:log', 'workspace', 'Logs'],
      ['me', 'person', 'Mine'],
    ]);
    expect(problems).toEqual([]);
  });

  test('of the person are not replaced by those of a workspace, which is said', async () => {
    world = await makeInstructionsWorld(
      { '.troupe/commands/fix.md': 'Theirs' },
      { 'commands/fix.md': 'Mine $1' },
    );
    const { access } = world.instructions;
    expect((await access.expandCommand('fix', 'now', 'agent'))?.text).toBe('Mine now');
    const { commands, problems } = await access.listCommands();
    expect(commands.map(({ from }) => from)).toEqual(['person']);
    expect(problems).toEqual([expect.stringContaining('has the name /fix')]);
  });

  test('of the workspace may do less than the person allows, never more, and choose no model', async () => {
    const front = (mode: string) => `---\nmode: ${mode}\nmodel: evil/expensive\n---\nGo`;
    world = await makeInstructionsWorld(
      { '.troupe/commands/more.md': front('agent'), '.troupe/commands/less.md': front('ask') },
      { 'commands/mine.md': front('agent') },
    );
    const { access } = world.instructions;
    expect(await access.expandCommand('more', '', 'gather')).toMatchObject({ mode: 'gather' });
    expect(await access.expandCommand('less', '', 'agent')).toMatchObject({ mode: 'ask' });
    for (const name of ['more', 'less'])
      expect(await access.expandCommand(name, '', 'agent')).not.toHaveProperty('model');
    expect(await access.expandCommand('mine', '', 'gather')).toMatchObject({
      mode: 'agent',
      model: 'evil/expensive',
    });
  });

  test('that are not there, or lead out of the workspace, are none', async () => {
    world = await makeInstructionsWorld({}, { 'private.md': 'Secret' });
    const folder = join(world.roots[0] ?? '', '.troupe/commands');
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(world.ownFolder, 'private.md'), join(folder, 'out.md'));
    const { access } = world.instructions;
    expect(await access.expandCommand('out', '', 'agent')).toBeUndefined();
    expect(await access.expandCommand('none', '', 'agent')).toBeUndefined();
    expect((await access.listCommands()).problems).toEqual([
      expect.stringContaining('outside the workspace'),
    ]);
  });

  test('in a folder that is a link out of the workspace are not listed', async () => {
    world = await makeInstructionsWorld({ 'a.txt': '' }, { 'there/secret.md': 'Secret' });
    const root = world.roots[0] ?? '';
    mkdirSync(join(root, '.troupe'));
    symlinkSync(join(world.ownFolder, 'there'), join(root, '.troupe/commands'));
    const { commands, problems } = await world.instructions.access.listCommands();
    expect(commands).toEqual([]);
    expect(problems.join()).not.toContain('secret.md');
  });

  test('of the workspace are not read when that is turned off', async () => {
    world = await makeInstructionsWorld(
      { '.troupe/commands/fix.md': 'Theirs' },
      { 'commands/me.md': 'Mine' },
      { workspace: false },
    );
    const { access } = world.instructions;
    expect((await access.listCommands()).commands.map(({ name }) => name)).toEqual(['me']);
    expect(await access.expandCommand('fix', '', 'agent')).toBeUndefined();
  });
});
