import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { Turn } from '../../../../src/actors/protocol/ui.js';
import { restoreChat, storeChat } from '../../../../src/host/vscode/chat/saved-chat.js';

const answer = (content: string): AgentEvent => ({ type: 'answer', content });
const turn = (text: string, events: readonly AgentEvent[], state: Turn['state'] = 'ended'): Turn => ({
  message: { text, mentions: [] },
  events,
  state,
});

/** As it comes back from where the editor keeps it. */
const keep = (turns: readonly Turn[], mode?: 'gather') =>
  restoreChat(JSON.parse(JSON.stringify(storeChat({ turns, mode }))));

describe('a conversation that is kept', () => {
  test('comes back as it was', () => {
    const turns = [turn('one', [answer('1')]), turn('two', [answer('2')])];
    expect(keep(turns, 'gather')).toEqual({ turns, mode: 'gather' });
  });

  test('was interrupted where it was running', () => {
    const events: AgentEvent[] = [{ type: 'token', content: 'half an ans', channel: 'answer' }];
    expect(keep([turn('one', events, 'running')]).turns).toEqual([turn('one', events, 'interrupted')]);
  });

  test('has long texts cut: much of an answer is kept, little of what a tool said', () => {
    const observed = (output: string): AgentEvent => ({
      type: 'observation',
      callId: 'c0',
      tool: 'read_file',
      result: { outcome: 'success', success: true, output },
    });
    const { turns } = keep([turn('one', [observed('x'.repeat(2_001)), answer('y'.repeat(40_001))])]);
    expect(turns).toEqual([
      turn('one', [
        observed(`${'x'.repeat(2_000)}\n(1 more characters are not shown)`),
        answer(`${'y'.repeat(40_000)}\n(1 more characters are not shown)`),
      ]),
    ]);
  });

  test('has the texts among the parameters of a call cut, however deep', () => {
    const { turns } = keep([
      turn('one', [
        {
          type: 'action',
          callId: 'c0',
          tool: 't',
          params: { a: [{ b: 'z'.repeat(50_000) }], n: 1, none: null },
        },
      ]),
    ]);
    expect(turns[0]?.events).toEqual([
      {
        type: 'action',
        callId: 'c0',
        tool: 't',
        params: {
          a: [{ b: `${'z'.repeat(40_000)}\n(10000 more characters are not shown)` }],
          n: 1,
          none: null,
        },
      },
    ]);
  });

  test('loses its oldest turns when it is too long, and never its last', () => {
    const long = (text: string) => turn(text, [answer('a'.repeat(40_000)), answer('b'.repeat(40_000))]);
    const names = (turns: readonly Turn[]) => turns.map(({ message }) => message.text);
    expect(names(keep(['1', '2', '3', '4', '5'].map(long)).turns)).toEqual(['3', '4', '5']);
    const huge = turn(
      'huge',
      Array.from({ length: 20 }, () => answer('c'.repeat(40_000))),
    );
    expect(names(keep([turn('small', []), huge]).turns)).toEqual(['huge']);
  });
});

test.each([
  undefined,
  null,
  'text',
  {},
  { version: 2, turns: [] },
  { version: 1 },
  { version: 1, turns: [{}] },
  { version: 1, turns: [{ message: { text: 'x' }, events: [], state: 'ended' }] },
  { version: 1, turns: [{ message: { text: 'x', mentions: [] }, state: 'ended' }] },
])('what is damaged or of another version (%j) is an empty conversation', (stored) => {
  expect(restoreChat(stored)).toEqual({ turns: [], mode: undefined });
});
