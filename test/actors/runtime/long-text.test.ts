import { describe, expect, it } from 'vitest';
import { LongText } from '../../../src/actors/runtime/long-text.js';
import type { ActorBody } from '../../../src/actors/runtime/ref.js';
import { connectInProcess } from '../../../src/actors/runtime/remote.js';

interface Teller {
  asks: { tell: { arg: string; reply: { text: string; isWhole: boolean } } };
  tells: object;
  events: object;
}

const TEXT = 'a│é🎉\uD800'.repeat(20_000);

function unitsOf(text: string): Uint16Array<ArrayBuffer> {
  // As one that was grown: longer than what is in it.
  const units = new Uint16Array(2 * text.length);
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at);
  return units.subarray(0, text.length);
}

describe('a long text', () => {
  it('is a string where it was asked for, and is given away where it was made', async () => {
    const units = unitsOf(TEXT);
    const body: ActorBody<Teller> = {
      asks: { tell: () => ({ text: new LongText(units), isWhole: true }) },
      tells: {},
    };
    await using teller = connectInProcess(body, { name: 'teller' });
    expect(await teller.ask('tell', '')).toEqual({ text: TEXT, isWhole: true });
    expect(units.length).toBe(0);
  });

  it('is its text', () => {
    expect(new LongText(unitsOf(TEXT)).toString()).toBe(TEXT);
  });
});
