import { expect, test } from 'vitest';
import type { ModelDelta } from '../../../src/actors/protocol/llm.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { ending, type PlayedTurn, says, text } from '../../doubles/played-model.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const callOf = (index: number, name: string, args: string): ModelDelta => ({
  type: 'toolCall',
  index,
  id: `c${index}`,
  name,
  arguments: args,
});
const cut = (args: string): PlayedTurn => ending('length', text('I write.'), callOf(0, 'write', args));

async function run(turns: readonly PlayedTurn[]) {
  const ran: object[] = [];
  const tool = simpleTool('write', {
    run: (params) => {
      ran.push(params);
      return 'Written.';
    },
  });
  const { engine, model } = makeEngine(turns, [tool]);
  const thread = engine.createThread();
  const turn = await thread.send({ text: 'Go.' }, { mode: 'agent' });
  const outcome = await turn.result();
  const told = model.requests.map(({ messages }) =>
    messages.flatMap((message) => (message.role === 'tool' ? message.content : [])),
  );
  return { outcome, ran, told, thread, model };
}

test.each(['{"content":"half of a fi', '{"content":"x"', '{', '', '  '])(
  'a call that the output limit has cut at %j does not run, and the model is told and goes on',
  async (args) => {
    const { outcome, ran, told, model } = await run([cut(args), says('Done.')]);
    expect(outcome).toEqual({ type: 'answer', content: 'Done.' });
    expect(ran).toEqual([]);
    expect(told[1]).toEqual([expect.stringContaining('output limit')]);
    // The call is a part of the conversation, and nothing says that the answer was complete.
    expect(model.requests[1]?.messages.at(-2)).toMatchObject({
      role: 'assistant',
      content: 'I write.',
      toolCalls: [{ name: 'write' }],
    });
  },
);

test('the calls before the cut one run', async () => {
  const turn = ending(
    'length',
    callOf(0, 'write', '{"a":1}'),
    callOf(1, 'write', '{"a":2}'),
    callOf(2, 'write', '{"a":'),
  );
  const { outcome, ran, told } = await run([turn, says('Done.')]);
  expect(outcome).toMatchObject({ type: 'answer' });
  expect(ran).toEqual([{ a: 1 }, { a: 2 }]);
  expect(told[1]).toEqual(['Written.', 'Written.', expect.stringContaining('output limit')]);
});

test('three cut calls in a row end the turn with an error of its own', async () => {
  const { outcome, ran, model } = await run(['{"a":"1', '{"a":"2', '{"a":"3', '{"a":"4'].map(cut));
  expect(outcome).toMatchObject({
    type: 'error',
    code: 'LLM_RESPONSE',
    message: expect.stringContaining('3 times in a row'),
  });
  expect([ran.length, model.requests.length]).toEqual([0, 3]);
});

test('cut calls that are not in a row do not end the turn', async () => {
  const whole = ending('toolCalls', callOf(0, 'write', '{"a":1}'));
  const { outcome } = await run([
    cut('{"a":"1'),
    cut('{"a":"2'),
    whole,
    cut('{"a":"3'),
    cut('{"a":"4'),
    says('Done.'),
  ]);
  expect(outcome).toEqual({ type: 'answer', content: 'Done.' });
});

test('a text that is cut off is an answer that says so', async () => {
  const { outcome } = await run([ending('length', text('Half of'))]);
  expect(outcome).toEqual({ type: 'answer', content: expect.stringContaining('The answer was cut off') });
});
