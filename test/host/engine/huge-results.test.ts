import { expect, test } from 'vitest';
import type { Tool } from '../../../src/actors/protocol/tool.js';
import { asksFor, says } from '../../doubles/played-model.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const HUGE = 'A line of a result.\n'.repeat(2_500_000);

// The window of the played model has no limit.
test.each<[string, Tool]>([
  ['as a text', simpleTool('huge', { run: () => HUGE })],
  [
    'as a failure',
    simpleTool('huge', {
      run: () => {
        throw new Error(HUGE);
      },
    }),
  ],
  [
    'as a failure of validation',
    {
      ...simpleTool('huge'),
      validate: () => {
        throw new Error(HUGE);
      },
    },
  ],
  [
    'as a failure of its preview',
    {
      ...simpleTool('huge', { isReadOnly: false }),
      preview: () => Promise.reject(new Error(HUGE)),
    },
  ],
])('a result of 50 MB reaches the model cut, and says so: %s', async (_how, tool) => {
  const { engine, model } = makeEngine([asksFor(['huge', {}]), says('Done.')], [tool]);
  const thread = engine.createThread();
  const turn = await thread.send({ text: 'Go.' }, { mode: 'agent' });
  expect(await turn.result()).toMatchObject({ type: 'answer', content: 'Done.' });
  const sent = JSON.stringify(model.requests.at(-1));
  expect(sent.length).toBeLessThan(1_100_000);
  expect(sent).toMatch(/characters are left out here|…/);
  expect(JSON.stringify(thread.entries).length).toBeLessThan(25_000_000);
});
