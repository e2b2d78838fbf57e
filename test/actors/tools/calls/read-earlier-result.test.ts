import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { estimateTokens } from '../../../../src/actors/llm/tokens.js';
import type { ToolContext, ToolResult } from '../../../../src/actors/protocol/tool.js';
import { createReadEarlierResultTool } from '../../../../src/actors/tools/calls/read-earlier-result.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';

const tool = createReadEarlierResultTool();
const PAGE_NOTE = /\n\(Page (\d+) of (\d+) of the result(?:: ask for page_number \d+ to read on)?\.\)$/;

function read(whole: string | undefined, page_number: number, maxTokens: number): Promise<ToolResult> {
  const context: ToolContext = {
    signal: new AbortController().signal,
    roots: [],
    budget: { maxTokens, estimateTokens },
    findResult: (id) => (id === 'c1' ? whole : undefined),
  };
  return runTool(tool, tool.validate({ call_id: 'c1', page_number }), context);
}

/** All pages, and how many there are. */
async function readAll(whole: string, maxTokens: number): Promise<{ text: string; pages: number }> {
  let text = '';
  for (let page = 1; ; page += 1) {
    const { output, success, whole: left } = await read(whole, page, maxTokens);
    expect([success, left]).toEqual([true, undefined]);
    expect(estimateTokens(output)).toBeLessThanOrEqual(maxTokens);
    const [note, at, pages] = PAGE_NOTE.exec(output) ?? ['', '1', '1'];
    expect(Number(at)).toBe(page);
    text += output.slice(0, output.length - note.length);
    if (page === Number(pages)) return { text, pages: page };
  }
}

test('a short result is one page, as it is', async () => {
  expect((await read('all of it\n', 1, 5_000)).output).toBe('all of it\n');
});

test('the pages of a long result are all of it, each within the budget, and begin with lines', async () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} of the log\n`).join('');
  expect(await readAll(lines, 25_000)).toMatchObject({ text: lines });
  const second = await read(lines, 2, 25_000);
  expect(second.output).toMatch(/^line \d+ of the log\n/);
});

test('the pages of any text are all of it, whatever the window is', async () => {
  const piece = fc.constantFrom(
    'word ',
    '\n',
    '語',
    '\u{1F600}',
    'aGVsbG8gd29ybGQ',
    '    ',
    'x'.repeat(3_000),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 120 }).map((parts) => parts.join('')),
      fc.integer({ min: 300, max: 5_000 }),
      async (whole, maxTokens) => {
        fc.pre(whole.trim() !== '');
        expect((await readAll(whole, maxTokens)).text).toBe(whole);
      },
    ),
    { numRuns: 200 },
  );
});

test('a page beyond the last one, and an unknown call, are refused with what there is', async () => {
  expect(await read('short', 2, 5_000)).toMatchObject({
    success: false,
    output: expect.stringContaining('page_number 2 is beyond the last page, 1') as string,
  });
  expect(await read(undefined, 1, 5_000)).toMatchObject({
    success: false,
    output: expect.stringContaining('no call of this conversation has a result and the id "c1"') as string,
  });
});

test('a page of five million characters is measured in pieces, and stops when it is cancelled', async () => {
  const whole = 'a line of a long log\n'.repeat(250_000);
  const cancelled = new AbortController();
  let longest = 0;
  let pieces = 0;
  const context: ToolContext = {
    signal: cancelled.signal,
    roots: [],
    budget: {
      maxTokens: 25_000,
      estimateTokens: (text) => {
        longest = Math.max(longest, text.length);
        pieces += 1;
        if (pieces === 10) cancelled.abort();
        return estimateTokens(text);
      },
    },
    findResult: () => whole,
  };
  const params = tool.validate({ call_id: 'c1', page_number: 90 });
  await expect(runTool(tool, params, context)).rejects.toThrow('aborted');
  expect(longest).toBeLessThan(50_000);
  expect(pieces).toBe(10);
});
