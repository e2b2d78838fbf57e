import { expect, test } from 'vitest';
import { ToolRegistry } from '../../src/actors/tools/calls/registry.js';
import { pngPart } from '../doubles/images.js';
import { collect, makeEngine } from '../doubles/make-engine.js';
import { asksFor, says } from '../doubles/played-model.js';
import { simpleTool } from '../doubles/simple-tool.js';

test('a turn keeps the tools that it began with, and the conversation those of its first request until it is compacted', async () => {
  const tools = new ToolRegistry();
  const changed = { ...simpleTool('look'), description: 'Another one.' };
  tools.register(
    simpleTool('first', {
      run: () => {
        tools.unregister('look');
        tools.register(changed);
        tools.register(simpleTool('new'));
        return 'changed';
      },
    }),
  );
  tools.register(simpleTool('look'));
  const { engine, model } = makeEngine(
    [asksFor(['first', {}]), asksFor(['look', {}], ['new', {}]), says('Done.'), says('Again.')],
    [],
    { tools },
  );
  const events = await collect(engine.processMessage('Go'));
  const later = await collect(engine.processMessage('Go on'));
  const offered = model.requests.map(({ options }) =>
    options.tools?.map(({ name, description }) => `${name}: ${description}`),
  );
  const atFirst = ['first: Does first.', 'look: Does look.'];
  expect(offered).toEqual([atFirst, atFirst, atFirst, atFirst]);
  expect(model.requests[3]?.messages.at(-1)?.content).toBe(
    '(New tools are there, which you can call after the next compaction: new.)\n\nGo on',
  );
  expect(later).toContainEqual({ type: 'notice', message: expect.stringContaining(': new.') });
  const observed = new Map(
    events.flatMap((event) => (event.type === 'observation' ? [[event.tool, event.result.output]] : [])),
  );
  expect([observed.get('first'), observed.get('look')]).toEqual(['changed', 'look was run']);
  expect(observed.get('new')).toContain('There is no tool named "new".');
});

test('an image that a tool returns goes to the model with its result', async () => {
  const image = pngPart(640, 480);
  const { engine, model } = makeEngine(
    [asksFor(['shoot', {}]), says('A button.')],
    [{ ...simpleTool('shoot'), images: () => [image] }],
  );
  await collect(engine.processMessage('What do you see?'));
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    role: 'tool',
    content: 'shoot was run',
    images: [image],
  });
});
