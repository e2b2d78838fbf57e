import { expect, test } from 'vitest';
import { ToolExecutionError } from '../../../src/actors/protocol/errors.js';
import { createReadEarlierResultTool } from '../../../src/actors/tools/calls/read-earlier-result.js';
import { LimitedModel } from '../../doubles/limited-model.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { simpleTool } from '../../doubles/simple-tool.js';

const WHOLE = Array.from({ length: 4_000 }, (_, line) => `Line ${line} of a long result.\n`).join('');

const MORE = /\n\(Page \d+ of \d+ of the result[^)]*\)$/;

/** Runs a tool once and reads its result page by page, as the cut in it says. Resolves to the cut result and the pages. */
async function readInPages(
  run: () => string,
): Promise<{ readonly shown: string; readonly pages: readonly string[] }> {
  let call_id = '';
  const model = new LimitedModel({
    window: 60_000,
    reply: (index) => {
      if (index === 0) return [['long', {}]];
      const newest = model.requests.at(-1)?.messages.at(-1)?.content ?? '';
      if (index === 1) {
        call_id = /read_earlier_result with call_id "([^"]*)"/.exec(newest)?.[1] ?? '';
        return [['read_earlier_result', { call_id }]];
      }
      const next = /ask for page_number (\d+)/.exec(newest)?.[1];
      if (next === undefined) return 'Read.';
      return [['read_earlier_result', { call_id, page_number: Number(next) }]];
    },
  });
  const tool = simpleTool('long', { run });
  const { engine } = makeEngine([], [tool, createReadEarlierResultTool()], { adapter: model });
  const thread = engine.createThread();
  const turn = await thread.send({ text: 'Read it.' }, { mode: 'agent' });
  expect(await turn.result()).toMatchObject({ type: 'answer', content: 'Read.' });
  const [shown = '', ...pages] = thread.entries.flatMap((entry) =>
    entry.kind === 'observation' ? entry.result.output : [],
  );
  return { shown, pages };
}

test('a result that was cut for the window is read whole, page by page', async () => {
  const { shown, pages } = await readInPages(() => WHOLE);
  expect(shown.length).toBeLessThan(WHOLE.length / 2);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.map((page) => page.replace(MORE, '')).join('')).toBe(WHOLE);
});

test('a long failure is read whole, page by page', async () => {
  const { pages } = await readInPages(() => {
    throw new ToolExecutionError(WHOLE, { tool: 'long' });
  });
  expect(pages.map((page) => page.replace(MORE, '')).join('')).toBe(WHOLE);
});
