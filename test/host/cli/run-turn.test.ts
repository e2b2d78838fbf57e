import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { autoApprovals } from '../../../src/host/cli/auto-approve.js';
import { Output } from '../../../src/host/cli/output.js';
import { JsonView } from '../../../src/host/cli/json-view.js';
import { runTurn } from '../../../src/host/cli/run-turn.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, says } from '../../doubles/played-model.js';
import { simpleTool } from '../../doubles/simple-tool.js';

async function printTurn(approvals = autoApprovals([])): Promise<string> {
  const change = simpleTool('change', { isReadOnly: false });
  const { engine } = makeEngine([asksFor(['change', {}]), says('Done.')], [change], { approvals });
  const stream = new PassThrough();
  const out = new Output(stream, { hasColor: false });
  const clock = new FakeClock();
  await runTurn(engine, 'Hi', {
    mode: 'agent',
    view: new JsonView(out, clock),
    clock,
    signal: new AbortController().signal,
  });
  stream.end();
  return (await stream.toArray()).join('');
}

test('a call that nobody can be asked about is denied, and the model is told why', async () => {
  expect(await printTurn()).toContain(
    'This call was not run: it needs the approval of a person, and nobody is there to ask. It changes files.',
  );
});

test('a call runs where it was allowed beforehand', async () => {
  const text = await printTurn(autoApprovals(['edits']));
  expect(text).toContain('"output":"change was run"');
  expect(text).not.toContain('approval_request');
});

test.each([
  [[], {}],
  [['edits'], { 'File edits': 'auto' }],
  [['commands', 'edits'], { 'File edits': 'auto', 'Dangerous tools': 'auto' }],
  [['all'], { 'File edits': 'auto', 'Dangerous tools': 'auto', 'MCP tools': 'auto' }],
] as const)('--auto-approve %j means %j', (given, policy) => {
  expect(autoApprovals(given)).toEqual(policy);
});
