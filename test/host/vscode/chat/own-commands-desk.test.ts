import { afterEach, describe, expect, test } from 'vitest';
import type { ToView, UserMessage } from '../../../../src/actors/protocol/ui.js';
import type { Host } from '../../../../src/host/api.js';
import { OwnCommandsDesk } from '../../../../src/host/vscode/chat/own-commands-desk.js';
import { type InstructionsWorld, makeInstructionsWorld } from '../../instructions/instructions-world.js';

let world: InstructionsWorld;
afterEach(() => {
  world.dispose();
});

/** A desk over real files, what was sent and posted by it, and what went wrong. */
function makeDesk() {
  const sent: unknown[] = [];
  const posted: ToView[] = [];
  const problems: string[] = [];
  const { roots, deps, instructions } = world;
  const host = { instructions: instructions.access, workspace: { roots, ref: deps.workspace } };
  const desk = new OwnCommandsDesk({
    session: {
      send: (...args) => {
        sent.push(args);
        return Promise.resolve();
      },
    },
    files: deps.files,
    openHost: () => Promise.resolve(host as unknown as Host),
    mode: () => 'gather',
    panel: { post: (message) => posted.push(message) },
    onProblem: (what, error) => problems.push(`${what}: ${String(error)}`),
  });
  return { desk, sent, posted, problems };
}

const message = (text: string): UserMessage => ({ text, attachments: [] });

describe('commands of people in the view', () => {
  test('are listed with what they take and whose they are', async () => {
    world = await makeInstructionsWorld(
      { '.troupe/commands/fix.md': '---\nargument-hint: <file>\ndescription: Fixes\n---\nFix $1' },
      { 'commands/me.md': 'Mine' },
    );
    const { desk, posted } = makeDesk();
    await desk.list();
    expect(posted).toEqual([
      {
        type: 'ownCommands',
        commands: [
          { name: 'fix', description: '<file> Fixes (of this workspace)' },
          { name: 'me', description: 'Mine (your own)' },
        ],
      },
    ]);
  });

  test('are sent as their text, with the files that it mentions, in a mode that the person allows', async () => {
    world = await makeInstructionsWorld({
      '.troupe/commands/fix.md': '---\nmode: agent\n---\nFix $1 as @a.ts does, not @../own/.keep',
      'a.ts': '',
      'b.ts': '',
    });
    const { desk, sent } = makeDesk();
    const attached = { kind: 'file', path: 'b.ts' } as const;
    await desk.send({ text: '/fix b.ts', attachments: [attached] }, 'interrupt');
    expect(sent).toEqual([
      [
        {
          text: 'Fix b.ts as @a.ts does, not @../own/.keep',
          attachments: [{ kind: 'file', path: 'a.ts' }, attached],
        },
        'interrupt',
        'gather',
      ],
    ]);
  });

  test('are only those that exist: anything else is sent as it is', async () => {
    world = await makeInstructionsWorld({});
    const { desk, sent } = makeDesk();
    for (const text of ['/none here', '/usr/bin/env', 'Hello /fix']) await desk.send(message(text));
    expect(sent).toEqual([
      [message('/none here'), undefined, undefined],
      [message('/usr/bin/env'), undefined, undefined],
      [message('Hello /fix'), undefined, undefined],
    ]);
  });
});
