import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { asksFor, says } from '../../doubles/played-model.js';
import { writeFiles } from '../../doubles/temp-dir.js';
import { type InstructionsWorld, makeInstructionsWorld, toldIn } from './instructions-world.js';

let world: InstructionsWorld;
afterEach(() => {
  world.dispose();
});

const skill = (description: string, text = 'Do it.') => `---\ndescription: ${description}\n---\n${text}`;

/** What a call of read_skill returns to the model. */
async function readSkill(params: object): Promise<string> {
  const { engine } = world.engine([asksFor(['read_skill', params]), says('Done.')]);
  const thread = engine.createThread();
  await (await thread.send({ text: 'Go' })).result();
  const seen = thread.entries.find(({ kind }) => kind === 'observation');
  return seen?.kind === 'observation' ? seen.result.output : '';
}

describe('skills', () => {
  test('are listed to the model by name and description, and read with a tool', async () => {
    world = await makeInstructionsWorld(
      {
        '.agents/skills/deploy/SKILL.md': skill('Deploys.', 'Run the script.'),
        '.agents/skills/deploy/scripts/run.sh': 'echo',
        '.claude/skills/old/SKILL.md': skill('Of Claude.'),
      },
      { 'skills/mine/SKILL.md': skill('Mine.') },
    );
    const { engine, model } = world.engine([says('Yes.')]);
    await (await engine.createThread().send({ text: 'Hello' })).result();
    expect(toldIn(model, 0)).toContain('- deploy: Deploys.\n- mine: Mine.\n- old: Of Claude.');
    const text = await readSkill({ name: 'deploy' });
    expect(text).toContain('Run the script.');
    expect(text).toContain('scripts/run.sh');
    expect(await readSkill({ name: 'deploy', file: 'scripts/run.sh' })).toContain('echo');
    expect(await readSkill({ name: 'mine' })).toContain('Do it.');
  });

  test('of the person win over those of the workspace, whose other files stay closed', async () => {
    world = await makeInstructionsWorld(
      { '.troupe/skills/x/SKILL.md': skill('Theirs.', 'Theirs.') },
      { 'skills/x/SKILL.md': skill('Mine.', 'Mine.'), 'private.txt': 'Secret.' },
    );
    expect(await readSkill({ name: 'x' })).toContain('Mine.');
    for (const file of ['../../private.txt', join(world.ownFolder, 'private.txt'), '..'])
      expect(await readSkill({ name: 'x', file })).toMatch(/outside of the skill|no file/);
  });

  test('cannot lead out of the workspace by a link', async () => {
    world = await makeInstructionsWorld(
      { '.troupe/skills/x/SKILL.md': skill('X.') },
      { 'private.txt': 'Secret.' },
    );
    symlinkSync(
      join(world.ownFolder, 'private.txt'),
      join(world.roots[0] ?? '', '.troupe/skills/x/link.txt'),
    );
    expect(await readSkill({ name: 'x', file: 'link.txt' })).toMatch(/outside the workspace/);
  });

  test('with bad front matter are a notice, and the others are listed', async () => {
    world = await makeInstructionsWorld({
      '.agents/skills/bad/SKILL.md': '---\na: [\n---\n',
      '.agents/skills/good/SKILL.md': skill('Good.'),
    });
    const { engine, model } = world.engine([says('Yes.'), says('Yes.')]);
    const thread = engine.createThread();
    await (await thread.send({ text: 'Hello' })).result();
    await (await thread.send({ text: 'Hello' })).result();
    expect(toldIn(model, 0)).toContain('good: Good.');
    expect(thread.entries.filter(({ kind }) => kind === 'notice')).toMatchObject([
      { message: expect.stringContaining('is no skill: Its front matter is no YAML') as string },
    ]);
  });

  test('that are misspelt are answered with the closest name', async () => {
    world = await makeInstructionsWorld({ '.agents/skills/deploy/SKILL.md': skill('Deploys.') });
    expect(await readSkill({ name: 'deplyo' })).toContain('Did you mean "deploy"?');
    expect(await readSkill({ name: 'deploy', file: 'none.md' })).toContain('no file "none.md"');
  });

  test('need no tool while there are none, and have one in the conversation after the first was written', async () => {
    world = await makeInstructionsWorld({});
    const { engine, model } = world.engine([says('1'), says('2'), says('3')]);
    const thread = engine.createThread();
    await (await thread.send({ text: 'One' })).result();
    writeFiles(world.roots[0] ?? '', { '.agents/skills/new/SKILL.md': skill('New.') });
    await (await thread.send({ text: 'Two' })).result();
    await (await engine.createThread().send({ text: 'Three' })).result();
    const names = model.requests.map(({ options }) => (options.tools ?? []).map(({ name }) => name));
    expect(names).toEqual([['read_file'], ['read_file'], ['read_file', 'read_skill']]);
    expect(toldIn(model, 1)).not.toContain('new: New.');
    expect(toldIn(model, 2)).toContain('new: New.');
  });

  test('are not told in the mode without tools', async () => {
    world = await makeInstructionsWorld({ '.agents/skills/deploy/SKILL.md': skill('Deploys.') });
    const { engine, model } = world.engine([says('1')]);
    await (await engine.createThread().send({ text: 'One' }, { mode: 'ask' })).result();
    expect(toldIn(model, 0)).toBe('One');
  });
});
