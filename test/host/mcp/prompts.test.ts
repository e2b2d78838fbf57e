import { expect, test } from 'vitest';
import { parseMentions } from '../../../src/actors/threads/mention-text.js';
import { type HostInstructions, NO_INSTRUCTIONS } from '../../../src/host/instructions/host-instructions.js';
import { withPrompts } from '../../../src/host/mcp/with-prompts.js';
import { errorOf } from '../../doubles/error-of.js';
import { FAKE_SERVER, fake, type StartedServers, startServers } from './start-servers.js';
import { until } from '../../doubles/until.js';
import { untilEqual } from '../../doubles/until-equal.js';

/** The commands of a host with these servers, once their prompts are known. */
async function commandsOf(
  started: StartedServers,
  own: HostInstructions = NO_INSTRUCTIONS,
): Promise<HostInstructions> {
  const instructions = withPrompts(own, started.servers);
  await untilEqual(
    () => {
      const { resources, prompts } = started.servers.offers('prompts');
      return { resources: resources.length, prompts: prompts.length };
    },
    { resources: 1, prompts: 3 },
    'the server has said what it offers',
  );
  return instructions;
}

test('the prompts of a server are commands, with names that can be typed', async () => {
  const instructions = await commandsOf(await startServers([fake('prompts')]));
  expect(await instructions.listCommands()).toEqual({
    commands: [
      {
        name: 'prompts:review',
        from: 'server',
        server: 'prompts',
        description: 'Reviews a change',
        argumentHint: '<topic> [style]',
      },
      { name: 'prompts:say-hello-', from: 'server', server: 'prompts', description: 'Greets' },
      { name: 'prompts:picture', from: 'server', server: 'prompts', description: 'Shows something' },
    ],
    problems: [],
  });
});

test('a prompt is sent with its arguments, and mentions no file that the person did not mention', async () => {
  const instructions = await commandsOf(await startServers([fake('prompts')]));
  const expanded = await instructions.expandCommand(
    'prompts:review',
    'style=short the last change',
    'gather',
  );
  expect(expanded).toEqual({
    name: 'prompts:review',
    from: 'server',
    server: 'prompts',
    mode: 'gather',
    text: 'review: {"style":"short","topic":"the last change"} \\@package.json',
    attachments: [],
  });
  expect(parseMentions(expanded?.text ?? '').map(({ kind }) => kind)).toEqual(['text']);
  await expect(instructions.expandCommand('prompts:say-hello-', '', 'agent')).resolves.toMatchObject({
    text: String.raw`say hello!: {} \@package.json`,
  });
});

test('pictures and resources of a prompt are attached', async () => {
  const instructions = await commandsOf(await startServers([fake('prompts')]));
  await expect(instructions.expandCommand('prompts:picture', '', 'agent')).resolves.toMatchObject({
    text: 'See:',
    attachments: [
      { kind: 'image', name: 'prompts:picture', mediaType: 'image/png' },
      { kind: 'output', name: 'prompts:picture (doc://guide)', text: 'The guide' },
    ],
  });
});

test('a missing argument is said, and how the prompt is used', async () => {
  const instructions = await commandsOf(await startServers([fake('prompts')]));
  const error = await errorOf(() => instructions.expandCommand('prompts:review', '', 'agent'));
  expect(error).toMatchObject({
    message:
      '/prompts:review was not sent: "topic" is missing. It is used as /prompts:review <topic> [style], and name=value works as well.',
  });
});

test("a command of people's own with the name of a prompt goes first, and that is said", async () => {
  const own: HostInstructions = {
    ...NO_INSTRUCTIONS,
    listCommands: () =>
      Promise.resolve({
        commands: [{ name: 'prompts:review', from: 'workspace', path: '/w/review.md', description: '' }],
        problems: [],
      } as unknown as Awaited<ReturnType<HostInstructions['listCommands']>>),
    expandCommand: (name) =>
      Promise.resolve(name === 'prompts:review' ? { name, from: 'workspace', text: 'Own' } : undefined),
  };
  const instructions = await commandsOf(await startServers([fake('prompts')]), own);
  const { commands, problems } = await instructions.listCommands();
  expect(commands.map(({ name, from }) => `${name} ${from}`)).toEqual([
    'prompts:review workspace',
    'prompts:say-hello- server',
    'prompts:picture server',
  ]);
  expect(problems).toEqual([
    'The prompt review of the MCP server prompts is not used: /w/review.md has the name /prompts:review.',
  ]);
  await expect(instructions.expandCommand('prompts:review', '', 'agent')).resolves.toMatchObject({
    text: 'Own',
  });
});

test('lists that a server changes are read again', async () => {
  const started = await startServers([fake('prompts')]);
  const instructions = await commandsOf(started);
  await started.call('prompts__echo', { text: 'a' });
  await until(async () => {
    const { commands } = await instructions.listCommands();
    expect(commands.map(({ name }) => name)).toContain('prompts:after_1');
    expect(started.servers.offers('prompts').resources.map(({ uri }) => uri)).toContain('doc://after/1');
    return true;
  }, 'both lists were read again');
});

test('a server that never answers delays no list, and a prompt of it can be given up', async () => {
  const started = await startServers([fake('slow-prompts'), fake('prompts')]);
  const instructions = await commandsOf(started);
  const { commands } = await instructions.listCommands();
  expect(commands.map(({ server }) => server)).toEqual(['prompts', 'prompts', 'prompts']);
  const stop = new AbortController();
  const reading = started.servers.readPrompt('slow-prompts', 'any', {}, stop.signal);
  stop.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});

test('a server that is gone offers no commands', async () => {
  const started = await startServers([fake('prompts')]);
  const instructions = await commandsOf(started);
  await started.servers[Symbol.asyncDispose]();
  expect((await instructions.listCommands()).commands).toEqual([]);
  await expect(instructions.expandCommand('prompts:review', 'x', 'agent')).resolves.toBeUndefined();
});

test('neither prompts nor resources show a key of the server', async () => {
  const transport = {
    kind: 'stdio',
    command: process.execPath,
    args: [FAKE_SERVER, 'prompts'],
    env: { API_KEY: 'Zq7-very-secret-0815' },
  } as const;
  const { servers } = await startServers([{ name: 'prompts', transport }]);
  const { signal } = new AbortController();
  const shown = [
    await servers.readPrompt('prompts', 'review', { topic: 'a' }, signal),
    await servers.prompt('prompts', 'review', { topic: 'a' }, signal),
    await servers.readResource('prompts', 'doc://guide', signal),
  ];
  expect(JSON.stringify(shown)).toContain('The guide [key removed]');
  expect(JSON.stringify(shown)).not.toContain('Zq7');
});

test('a resource that does not exist is said', async () => {
  const { servers } = await startServers([fake('prompts')]);
  await expect(
    servers.readResource('prompts', 'doc://nothing', new AbortController().signal),
  ).rejects.toThrow('There is no such resource');
});
