import { expect, test } from 'vitest';
import { parseBlocks } from '../../../../src/actors/tools/edit/parse/parse-blocks.js';
import { splitModelLines } from '../../../../src/actors/tools/edit/text/text-lines.js';
import { FakeTools } from './fake-tools.js';
import { runTurn, TOOLS } from './run-turn.js';

/** Tools that keep what `edit_file` was asked, and answer it with `output`. */
class EditingTools extends FakeTools {
  readonly edits: unknown[] = [];
  output = 'Edited a.ts: 1 block applied.';

  override run(call: Parameters<FakeTools['run']>[0]): string {
    if (call.name !== 'edit_file') return super.run(call);
    this.edits.push(JSON.parse(call.arguments));
    return this.output;
  }
}

const make = (text: string): EditingTools => new EditingTools({ 'a.ts': text });
const ask = async (request: string, tools: FakeTools): Promise<string> =>
  (await runTurn(request, tools, [...TOOLS, 'edit_file'])).answer;

/** What the blocks of the only edit say. */
function blocksOf(tools: EditingTools): unknown {
  const [edit] = tools.edits as { uri: string; search_replace_blocks: string }[];
  return parseBlocks(splitModelLines(edit?.search_replace_blocks ?? '')).blocks;
}

test.each([
  'replace two with 2 in a.ts',
  'Please change "two" to `2` in the file a.ts.',
  "could you rename 'two' to '2' in a.ts?",
])('the stand-in replaces text: %s', async (request) => {
  const tools = make('one\ntwo and two\nthree\n');
  expect(await ask(request, tools)).toMatch(/^I replaced `two` with `2` in `a\.ts`\. Edited a\.ts/);
  expect(blocksOf(tools)).toEqual([{ original: ['two and two'], updated: ['2 and 2'] }]);
});

test('the stand-in makes a block that stands in one place, whatever the lines hold', async () => {
  const tools = make('start\nx\n=======\nx\nend\n');
  await ask('replace x with $& in a.ts', tools);
  expect(blocksOf(tools)).toEqual([{ original: ['x', '=======', 'x'], updated: ['$&', '=======', '$&'] }]);
  const twice = make('x\nx\nend\n');
  await ask('replace end with fin in a.ts', twice);
  expect(blocksOf(twice)).toEqual([{ original: ['end'], updated: ['fin'] }]);
});

test('the stand-in says it when nothing was changed', async () => {
  const tools = make('one\n');
  expect(await ask('replace two with 2 in a.ts', tools)).toBe('`two` is not in `a.ts`. Nothing was changed.');
  expect(await ask('replace one with 1 in none.ts', tools)).toContain('I cannot change `none.ts`');
  tools.output = 'The person denied this call.';
  expect(await ask('replace one with 1 in a.ts', tools)).toBe(
    '`a.ts` was not changed. The tool said: The person denied this call.',
  );
  tools.output = 'The tool "edit_file" may not be used in gather mode. The tools here are: read_file.';
  expect(await ask('replace one with 1 in a.ts', tools)).toContain('In this mode I may not change files');
  expect((await runTurn('replace one with 1 in a.ts', tools)).answer).toContain(
    'In this mode I may not change files',
  );
});
