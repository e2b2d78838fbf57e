import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EntryBody, EntryId, ThreadEntry, TurnId } from '../../../../src/actors/protocol/thread.js';
import type { ToView, ViewStatus, ViewThread } from '../../../../src/actors/protocol/ui.js';
import { branchTo } from '../../../../src/actors/threads/branch.js';
import { toTurns } from '../../../../src/actors/threads/fold-turns.js';
import { PART_CHARS } from '../../../../src/host/vscode/chat/split-message.js';
import { ViewOutbox } from '../../../../src/host/vscode/chat/view-outbox.js';
import { reduce } from '../../../../src/host/vscode/webview/state/reduce.js';
import { EMPTY_STATE } from '../../../../src/host/vscode/webview/state/state.js';
import { conversations } from '../../../arbitraries/conversation.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

const STATUS: ViewStatus = {
  mode: 'agent',
  provider: 'offline',
  model: 'rules',
  index: { phase: 'ready', files: 1 },
  isTrusted: true,
};

const stateOf = (entries: readonly ThreadEntry[]): ToView => {
  const thread: ViewThread = { entries, live: { draft: [], outputs: [] }, isRunning: false, unsent: [] };
  return { type: 'state', state: { thread, status: STATUS } };
};

/** Turns of a question and an answer. */
function turnsOf(...answers: readonly string[]): readonly ThreadEntry[] {
  const bodies = answers.flatMap((text, index): (EntryBody & { turn: TurnId })[] => {
    const turn = `turn ${index}` as TurnId;
    const limits = { maxIterations: 1, maxTokens: 1, maxTimeMs: 1 };
    const usage = { inputTokens: 0, outputTokens: 0 };
    return [
      { turn, kind: 'user_message', text: `question ${index}`, attachments: [] },
      { turn, kind: 'turn_began', mode: 'agent', model: 'a/b', limits },
      { turn, kind: 'reply', text, reasoning: '', toolCalls: [], stop: 'end', usage },
      { turn, kind: 'turn_ended', outcome: 'answered' },
    ];
  });
  return bodies.map((body, seq): ThreadEntry => {
    const parent = seq === 0 ? null : (`entry ${seq - 1}` as EntryId);
    return { id: `entry ${seq}` as EntryId, parent, seq, at: seq, ...body };
  });
}

/** An outbox and everything that it has sent. */
function open(): { outbox: ViewOutbox; clock: FakeClock; sent: ToView[]; finish: () => void } {
  const clock = new FakeClock();
  const sent: ToView[] = [];
  const outbox = new ViewOutbox(clock, (message) => sent.push(message));
  const finish = (): void => {
    while (clock.nextInMs !== undefined) clock.advance(clock.nextInMs);
  };
  return { outbox, clock, sent, finish };
}

const kinds = (sent: readonly ToView[]): readonly string[] => sent.map(({ type }) => type);
const chars = (message: ToView): number => JSON.stringify(message).length;

test('a view that takes what is sent has every turn of the conversation, in order', () => {
  const branches = conversations.map((happenings) =>
    branchTo(happenings.flatMap((happening) => (happening.type === 'entry' ? [happening.entry] : []))),
  );
  fc.assert(
    fc.property(branches, fc.integer({ min: 1, max: 4 }), (branch, scale) => {
      // Long enough for several pages.
      const entries = branch.map((entry) =>
        entry.kind === 'reply' ? { ...entry, text: entry.text + '.'.repeat(scale * 50_000) } : entry,
      );
      const { outbox, sent, finish } = open();
      outbox.post(stateOf(entries));
      finish();
      const state = sent.reduce(reduce, EMPTY_STATE);
      expect(state.hasEarlier).toBe(false);
      expect(state.firstTurn + state.turns.length).toBe(
        [...reduce(EMPTY_STATE, sent[0] as ToView).turns].length,
      );
      const all = reduce(EMPTY_STATE, stateOf(entries));
      expect([...state.turns]).toEqual([...all.turns]);
      expect(state.turns.length).toBe(toTurns(entries).length);
    }),
    { numRuns: 100 },
  );
});

describe('a long conversation', () => {
  const long = turnsOf(...Array.from({ length: 1_000 }, (_, index) => `${index} ${'a'.repeat(2_000)}`));

  test('is sent as its newest part at once, and then page by page', () => {
    const { outbox, sent, finish } = open();
    outbox.post(stateOf(long));
    expect(kinds(sent)).toEqual(['state']);
    expect(sent.reduce(reduce, EMPTY_STATE).hasEarlier).toBe(true);
    finish();
    expect(new Set(kinds(sent.slice(1)))).toEqual(new Set(['earlier']));
    expect(Math.max(...sent.map(chars))).toBeLessThan(300_000);
    expect(sent.reduce(reduce, EMPTY_STATE).turns.length).toBe(1_000);
  });

  test('keeps nothing else waiting', () => {
    const { outbox, sent, clock } = open();
    outbox.post(stateOf(long));
    clock.advance(clock.nextInMs ?? 0);
    outbox.post({ type: 'focus' });
    expect(kinds(sent)).toEqual(['state', 'earlier', 'focus']);
  });

  test('stops coming when another one is sent, or the page goes', () => {
    const { outbox, sent, finish, clock } = open();
    outbox.post(stateOf(long));
    outbox.post(stateOf(turnsOf('other')));
    finish();
    expect(kinds(sent)).toEqual(['state', 'state']);
    outbox.post(stateOf(long));
    outbox.drop();
    expect(clock.pending).toBe(0);
  });
});

describe('a long answer', () => {
  const [text, short] = ['\u{1F600}b'.repeat(1_000_000), 'short'];
  const answer = turnsOf(short, text);

  test('is sent in parts, each of which is sent in a turn of the event loop of its own', () => {
    const { outbox, sent, clock } = open();
    for (const entry of answer) outbox.post({ type: 'events', events: [{ type: 'entry', entry }] });
    const before = sent.length;
    expect(sent.filter(({ type }) => type === 'longText')).toHaveLength(1);
    while (clock.nextInMs !== undefined) {
      const count = sent.length;
      clock.advance(clock.nextInMs);
      expect(sent.slice(count).filter(({ type }) => type === 'longText').length).toBeLessThanOrEqual(1);
    }
    expect(sent.length).toBeGreaterThan(before);
    expect(
      Math.max(
        ...sent.map((message) => (message.type === 'longText' ? message.text.length : chars(message))),
      ),
    ).toBeLessThanOrEqual(PART_CHARS);
    const turns = [...sent.reduce(reduce, EMPTY_STATE).turns];
    expect(turns).toEqual(toTurns(answer));
  });

  test('of a whole state comes before it, and is whole there', () => {
    const { outbox, sent, finish } = open();
    outbox.post(stateOf(answer));
    finish();
    expect([...sent.reduce(reduce, EMPTY_STATE).turns]).toEqual(toTurns(answer));
  });

  test('is whole when the conversation is sent anew before its last part', () => {
    const { outbox, sent, finish, clock } = open();
    outbox.post(stateOf(answer));
    clock.advance(clock.nextInMs ?? 0);
    outbox.post(stateOf(answer));
    finish();
    expect([...sent.reduce(reduce, EMPTY_STATE).turns]).toEqual(toTurns(answer));
  });

  test('that streams in at once is sent in parts', () => {
    const { outbox, sent, finish } = open();
    const event = { type: 'token', channel: 'answer', text } as const;
    outbox.post({ type: 'events', events: [{ type: 'live', event }] });
    finish();
    expect(sent.reduce(reduce, EMPTY_STATE).live.draft).toEqual([{ channel: 'answer', text }]);
    expect(Math.max(...sent.map(chars))).toBeLessThan(PART_CHARS * 2);
  });
});
