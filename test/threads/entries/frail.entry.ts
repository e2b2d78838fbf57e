import { FileNotFoundError } from '../../../src/actors/protocol/errors.js';
import { runActor } from '../../../src/actors/runtime/thread.js';
import { crash, type Crash } from '../crash.js';

/** An actor that can be made to die, to hang and to fail to start. */
export interface FrailProtocol {
  asks: {
    ping: { arg: number; reply: number };
    hang: { arg: undefined; reply: never };
    count: { arg: undefined; reply: AsyncIterable<number> };
  };
  tells: { die: Crash; spin: undefined };
  events: { noticed: string };
}

await runActor<FrailProtocol>((data) => {
  if (data === 'refuse') throw new FileNotFoundError('No.', { path: 'no', suggestions: [] });
  if (data === 'exit') process.exit(4);
  if (data === 'silent') return new Promise(() => setInterval(() => undefined, 1000));
  let notice: (text: string) => void = () => undefined;
  return {
    start: (emit) => {
      notice = (text) => {
        emit('noticed', text);
      };
    },
    asks: {
      ping: (value) => value,
      hang: () => new Promise(() => undefined),
      async *count() {
        for (let i = 0; ; i += 1) yield await Promise.resolve(i);
      },
    },
    tells: {
      die: (how) => {
        notice(`dying by ${how}`);
        crash(how);
      },
      spin: () => {
        for (;;);
      },
    },
  };
});
