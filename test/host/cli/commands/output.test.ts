import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { SettingsError } from '../../../../src/actors/protocol/errors.js';
import type { Tool } from '../../../../src/actors/protocol/tool.js';
import type { ChatContext } from '../../../../src/host/cli/commands/command.js';
import { numberOfCall, outputCommand } from '../../../../src/host/cli/commands/output.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import { makeEngine } from '../../../doubles/make-engine.js';
import { asksFor, PlayedModel, says } from '../../../doubles/played-model.js';
import { simpleTool } from '../../../doubles/simple-tool.js';

// Units: tokens.
const WINDOW = 32_000;

// More than a model of this window is given at once.
const LONG = Array.from({ length: 20_000 }, (_, index) => `line ${index}`).join('\n');

const tools: readonly Tool[] = [
  simpleTool('count', { run: () => LONG }),
  simpleTool('greet', { run: () => 'Hello\u001b[2J\u001b]0;title\u0007.' }),
];

/** What `/output` shows in a conversation that has called `count` and then `greet`, or nothing. */
async function runOutput(argument: string, { hasCalls = true } = {}) {
  const turns = hasCalls ? [asksFor(['count', {}]), asksFor(['greet', {}]), says('Done.')] : [says('Done.')];
  const model = Object.assign(new PlayedModel(turns), { contextWindow: WINDOW });
  const { engine } = makeEngine(model, tools);
  const thread = engine.createThread();
  await (await thread.send({ text: 'Hi' })).result();
  const shown: string[] = [];
  const chat = {
    out: new Output(new PassThrough(), { hasColor: false }),
    directory: '/work',
    thread,
    hasThread: true,
    showLong: (text: string) => {
      shown.push(text);
      return Promise.resolve();
    },
  } satisfies Partial<ChatContext>;
  const error = await outputCommand
    .run(argument, chat as unknown as ChatContext)
    .catch((failure: unknown) => failure);
  return { shown, error, thread };
}

test('/output shows the result of the last call, with nothing that a terminal acts on', async () => {
  expect(await runOutput('')).toMatchObject({
    shown: ['→ greet\nHello\\u001b]0;title\\u0007.'],
    error: undefined,
  });
});

test('/output with a number shows all that this call brought, also what the model was not given', async () => {
  const { shown, thread } = await runOutput('1');
  expect(shown).toEqual([`→ count\n${LONG}`]);
  const [result] = thread.branch.flatMap((entry) => (entry.kind === 'observation' ? [entry.result] : []));
  expect(result?.output.length).toBeLessThan(LONG.length / 2);
  const ids = thread.branch.flatMap((entry) => (entry.kind === 'call' ? [entry.callId] : []));
  expect([...ids, 'other'].map((id) => numberOfCall(thread.branch, id))).toEqual([1, 2, undefined]);
});

test.each(['0', '3', '-1', '1.5', 'count', '1 2', 'constructor'])(
  '/output %s says which numbers there are',
  async (argument) => {
    const { error } = await runOutput(argument);
    expect(error).toEqual(
      new SettingsError(
        `There is no call ${JSON.stringify(argument)}: expected a number from 1 to 2, the last one.`,
        { setting: 'output' },
      ),
    );
  },
);

test('/output without a call says so', async () => {
  const { error } = await runOutput('', { hasCalls: false });
  expect(error).toMatchObject({ message: 'No tool was called in this conversation yet.' });
});
