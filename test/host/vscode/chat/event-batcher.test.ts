import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import { EventBatcher } from '../../../../src/host/vscode/chat/event-batcher.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

const token = (content: string, channel: 'answer' | 'reasoning' = 'answer'): AgentEvent => ({
  type: 'token',
  content,
  channel,
});

function makeFrames() {
  const clock = new FakeClock();
  const sent: (readonly AgentEvent[])[] = [];
  return { clock, sent, frames: new EventBatcher(clock, (events) => sent.push(events)) };
}

describe('events', () => {
  test('of one frame go together, tokens of one channel as one', () => {
    const { clock, sent, frames } = makeFrames();
    for (const event of [token('a'), token('b'), token('c', 'reasoning'), token('d')]) frames.push(event);
    clock.advance(15);
    expect(sent).toEqual([]);
    clock.advance(1);
    expect(sent).toEqual([[token('ab'), token('c', 'reasoning'), token('d')]]);
  });

  test('of the next frame go apart', () => {
    const { clock, sent, frames } = makeFrames();
    frames.push(token('a'));
    clock.advance(16);
    frames.push(token('b'));
    clock.advance(16);
    expect(sent).toEqual([[token('a')], [token('b')]]);
  });

  test('that are flushed go at once, and only once', () => {
    const { clock, sent, frames } = makeFrames();
    frames.push(token('a'));
    frames.flush();
    frames.flush();
    clock.advance(100);
    expect(sent).toEqual([[token('a')]]);
  });

  test('that are dropped never go, and leave no timer', () => {
    const { clock, sent, frames } = makeFrames();
    frames.push(token('a'));
    frames.drop();
    expect(clock.pending).toBe(0);
    frames.push(token('b'));
    clock.advance(16);
    expect(sent).toEqual([[token('b')]]);
  });

  test('are all there, in order, however time passes between them', () => {
    const step = fc.oneof(
      fc.record({
        event: fc.constantFrom(token('x'), token('y', 'reasoning'), {
          type: 'answer',
          content: 'z',
        } as AgentEvent),
      }),
      fc.record({ waitMs: fc.nat(40) }),
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { clock, sent, frames } = makeFrames();
        const pushed: AgentEvent[] = [];
        for (const one of steps) {
          if ('waitMs' in one) clock.advance(one.waitMs);
          else {
            pushed.push(one.event);
            frames.push(one.event);
          }
        }
        frames.flush();
        const letters = (events: readonly AgentEvent[]) =>
          events.flatMap((event) => ('content' in event ? event.content.split('') : []));
        expect(letters(sent.flat())).toEqual(letters(pushed));
        expect(sent.every((events) => events.length > 0)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
