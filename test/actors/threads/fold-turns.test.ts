import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchTo } from '../../../src/actors/threads/branch.js';
import { foldTurns, interruptTurns, toTurns } from '../../../src/actors/threads/fold-turns.js';
import {
  foldLive,
  type LiveState,
  NOTHING_LIVE,
  settleLive,
} from '../../../src/actors/threads/live-state.js';
import { listUnread } from '../../../src/actors/threads/to-messages.js';
import type { TurnView } from '../../../src/actors/threads/turn-view.js';
import type { LiveEvent, ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { conversations, type Happening } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

/** A reader that builds its view from what arrives, and never from all entries. */
class Reader {
  turns: readonly TurnView[] = [];
  live: LiveState = NOTHING_LIVE;
  readonly entries: ThreadEntry[] = [];

  read(happening: Happening): void {
    if (happening.type === 'crash') this.live = NOTHING_LIVE;
    else if (happening.type === 'live') this.live = foldLive(this.live, happening.event);
    else {
      const { entry } = happening;
      const isNext = entry.parent === (this.entries.at(-1)?.id ?? null);
      this.entries.push(entry);
      this.turns = isNext ? foldTurns(this.turns, entry) : toTurns(branchTo(this.entries));
      this.live = settleLive(this.live, entry);
    }
  }

  /** The text of the next reply, by channel. */
  draft(channel: 'answer' | 'reasoning'): string {
    return this.live.draft.flatMap((part) => (part.channel === channel ? [part.text] : [])).join('');
  }
}

test('law a: a view built from live events and entries equals one built from entries alone', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const reader = new Reader();
      for (const happening of happenings) {
        const draft = { text: reader.draft('answer'), reasoning: reader.draft('reasoning') };
        const before = reader.turns;
        reader.read(happening);
        if (happening.type !== 'entry') continue;
        const { entry } = happening;
        expect(reader.turns).toEqual(toTurns(branchTo(reader.entries)));
        if (entry.parent === (reader.entries.at(-2)?.id ?? null))
          for (const [index, turn] of before.slice(0, -1).entries()) expect(reader.turns[index]).toBe(turn);
        if (entry.kind === 'reply') {
          expect({ text: entry.text, reasoning: entry.reasoning }).toEqual(draft);
          expect(reader.live).toEqual(NOTHING_LIVE);
        }
        if (entry.kind === 'retry' || entry.kind === 'turn_began' || entry.kind === 'turn_ended')
          expect(reader.live).toEqual(NOTHING_LIVE);
        if (entry.kind === 'observation') expect([...reader.live.outputs.keys()]).not.toContain(entry.callId);
      }
    }),
    { numRuns: RUNS },
  );
});

test('live output belongs to running calls and a draft to a running turn', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const reader = new Reader();
      for (const happening of happenings) {
        reader.read(happening);
        const last = reader.turns.at(-1);
        const running = (last?.steps ?? []).flatMap((step) =>
          step.kind === 'call' && step.state === 'running' ? [step.callId] : [],
        );
        for (const callId of reader.live.outputs.keys()) expect(running).toContain(callId);
        if (reader.live.draft.length > 0) expect(last?.state).toBe('running');
      }
    }),
    { numRuns: RUNS },
  );
});

test('a call is open only in a running turn, and only the last turn runs', () => {
  const closed = /done|failed|rejected|stopped/;
  fc.assert(
    fc.property(conversations, (happenings) => {
      const reader = new Reader();
      for (const happening of happenings) reader.read(happening);
      const turns = interruptTurns(reader.turns);
      expect(turns.slice(0, -1)).toEqual(reader.turns.slice(0, -1));
      for (const { state, steps } of turns) {
        expect(state).not.toBe('running');
        for (const step of steps) if (step.kind === 'call') expect(step.state).toMatch(closed);
      }
    }),
    { numRuns: RUNS },
  );
});

test('merged live events have the same state as their parts', () => {
  const part = fc.record({
    type: fc.constant('tool_output' as const),
    callId: fc.constant('a'),
    stream: fc.constant('stdout' as const),
    text: fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.nat(6_000).map((length) => '\u{1F600}'.repeat(length)),
    ),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1 }), (parts) => {
      const whole: LiveEvent = { ...(parts[0] as LiveEvent), text: parts.map(({ text }) => text).join('') };
      const state = parts.reduce(foldLive, NOTHING_LIVE);
      expect(state).toEqual(foldLive(NOTHING_LIVE, whole));
      expect(state.outputs.get('a')).toSatisfy((text: string) => text.isWellFormed());
    }),
    { numRuns: RUNS },
  );
});

test('a message that was sent while a turn runs is unread exactly until the model gets it', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries: ThreadEntry[] = [];
      for (const happening of happenings) {
        if (happening.type !== 'entry') continue;
        entries.push(happening.entry);
        const branch = branchTo(entries);
        const steps = toTurns(branch).flatMap((turn) => turn.steps);
        const unread = steps.flatMap((step) =>
          step.kind === 'message' && step.isUnread === true ? [step.entry] : [],
        );
        expect(unread).toEqual(listUnread(branch));
      }
    }),
    { numRuns: RUNS },
  );
});

test('a message that is withdrawn before the model gets it leaves the view, and any other stays', () => {
  fc.assert(
    fc.property(conversations, (happenings) => {
      const entries: ThreadEntry[] = [];
      for (const happening of happenings) {
        if (happening.type !== 'entry') continue;
        const { entry } = happening;
        const before = branchTo(entries);
        entries.push(entry);
        if (entry.kind !== 'message_withdrawn') continue;
        const branch = branchTo(entries);
        const unread = listUnread(before);
        expect(listUnread(branch)).toEqual(unread.filter((id) => id !== entry.message));
        const shown = (of: readonly ThreadEntry[]): readonly unknown[] =>
          toTurns(of).flatMap(({ message, steps }) => [message, ...steps]);
        const isTaken = unread.includes(entry.message);
        expect(shown(branch).length).toBe(shown(before).length - (isTaken ? 1 : 0));
      }
    }),
    { numRuns: RUNS },
  );
});
