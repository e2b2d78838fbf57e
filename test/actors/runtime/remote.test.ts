import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MessageChannel } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  ActorLostError,
  AskTimeoutError,
  FileNotFoundError,
  MailboxFullError,
} from '../../../src/actors/protocol/errors.js';
import { yieldToEventLoop } from '../../../src/actors/runtime/abort.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import type { ActorBody, Ref } from '../../../src/actors/runtime/ref.js';
import { connect, connectInProcess, serve } from '../../../src/actors/runtime/remote.js';

interface Echo {
  asks: {
    echo: { arg: unknown; reply: unknown };
    fail: { arg: undefined; reply: never };
    hang: { arg: undefined; reply: string };
    count: { arg: number; reply: AsyncIterable<number> };
    produced: { arg: undefined; reply: { items: number; isReturned: boolean } };
    aborted: { arg: undefined; reply: number };
    uncloneable: { arg: undefined; reply: unknown };
  };
  tells: { shout: string };
  events: { heard: string };
}

function echoBody(): ActorBody<Echo> {
  let emitHeard: (text: string) => void = () => undefined;
  const produced = { items: 0, isReturned: false };
  let aborted = 0;
  return {
    start(emit) {
      emitHeard = (text) => {
        emit('heard', text);
      };
    },
    asks: {
      echo: (arg) => arg,
      fail: () => {
        throw new FileNotFoundError(
          'No a.ts.',
          { path: 'a.ts', suggestions: ['b.ts'] },
          { cause: Object.assign(new TypeError('inner'), { code: 'ENOENT' }) },
        );
      },
      hang: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(signal.reason);
          });
        }),
      async *count(to) {
        try {
          for (let i = 0; i < to; i += 1) {
            produced.items += 1;
            yield i;
          }
          if (to < 0) throw new FileNotFoundError('gone', { path: 'x', suggestions: [] });
        } finally {
          produced.isReturned = true;
        }
      },
      produced: () => produced,
      aborted: () => aborted,
      uncloneable: () => () => 0,
    },
    tells: {
      shout: (text) => {
        emitHeard(text);
      },
    },
  };
}

async function withEcho(run: (ref: Ref<Echo>) => Promise<void>, capacity?: number): Promise<void> {
  const ref = connectInProcess(echoBody(), { name: 'echo', ...(capacity === undefined ? {} : { capacity }) });
  try {
    await run(ref);
  } finally {
    await ref[Symbol.asyncDispose]();
  }
}

test('an ask is answered with a clone of the reply', () =>
  withEcho(async (ref) => {
    expect(await ref.ask('echo', { a: [1, new Map([['k', 2]])] })).toEqual({ a: [1, new Map([['k', 2]])] });
  }));

test('a failing ask rejects with the class, code, details and cause that the actor threw', () =>
  withEcho(async (ref) => {
    const error = await ref.ask('fail', undefined).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileNotFoundError);
    expect(error).toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: 'No a.ts.',
      details: { path: 'a.ts', suggestions: ['b.ts'] },
      cause: { name: 'TypeError', message: 'inner', code: 'ENOENT' },
    });
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  }));

test('an ask of a kind the actor does not know rejects', () =>
  withEcho(async (ref) => {
    await expect(ref.ask('constructor' as 'echo', 1)).rejects.toThrow(
      'echo does not understand "constructor".',
    );
  }));

test('an aborted ask rejects at once with the reason, and the actor is told', () =>
  withEcho(async (ref) => {
    const controller = new AbortController();
    const hanging = ref.ask('hang', undefined, { signal: controller.signal });
    await ref.ask('echo', 0);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    expect(await ref.ask('aborted', undefined)).toBe(1);
  }));

test('an ask with an aborted signal is never sent', () =>
  withEcho(async (ref) => {
    await expect(ref.ask('hang', undefined, { signal: AbortSignal.abort('no') })).rejects.toBe('no');
    expect(await ref.ask('aborted', undefined)).toBe(0);
  }));

test('an ask that takes too long rejects with AskTimeoutError and is cancelled', () =>
  withEcho(async (ref) => {
    await expect(ref.ask('hang', undefined, { timeoutMs: 1 })).rejects.toBeInstanceOf(AskTimeoutError);
    expect(await ref.ask('aborted', undefined)).toBe(1);
  }));

test('an actor at its capacity refuses more asks with MailboxFullError', () =>
  withEcho(async (ref) => {
    const controller = new AbortController();
    const hanging = [1, 2].map(() => ref.ask('hang', undefined, { signal: controller.signal }));
    await expect(ref.ask('echo', 1)).rejects.toBeInstanceOf(MailboxFullError);
    controller.abort();
    await Promise.allSettled(hanging);
    expect(await ref.ask('echo', 1)).toBe(1);
  }, 2));

test('a told note is answered by an event until the listener leaves', () =>
  withEcho(async (ref) => {
    const heard: string[] = [];
    const first = deferred<string>();
    const forget = ref.on('heard', (text) => {
      heard.push(text);
      first.resolve(text);
    });
    ref.tell('shout', 'one');
    expect(await first.promise).toBe('one');
    forget();
    const second = deferred<string>();
    ref.on('heard', second.resolve);
    ref.tell('shout', 'two');
    expect(await second.promise).toBe('two');
    expect(heard).toEqual(['one']);
  }));

test('a streamed reply yields every item in order', () =>
  withEcho(async (ref) => {
    const items: number[] = [];
    for await (const item of await ref.ask('count', 100)) items.push(item);
    expect(items).toEqual(Array.from({ length: 100 }, (_, i) => i));
  }));

test('a streamed reply stops on the other side when its reader leaves, a few items ahead at most', () =>
  withEcho(async (ref) => {
    for await (const item of await ref.ask('count', 1_000_000)) if (item === 2) break;
    let seen = await ref.ask('produced', undefined);
    while (!seen.isReturned) seen = await ref.ask('produced', undefined);
    expect(seen.items).toBeLessThanOrEqual(3 + 4);
  }));

test('a streamed reply rejects with what the actor threw', () =>
  withEcho(async (ref) => {
    const read = async (): Promise<void> => {
      for await (const item of await ref.ask('count', -1)) expect(item).toBeUndefined();
    };
    await expect(read()).rejects.toBeInstanceOf(FileNotFoundError);
  }));

test('every pending ask and stream rejects with ActorLostError when the other end closes', async () => {
  const { port1, port2 } = new MessageChannel();
  serve(echoBody(), port1, { name: 'echo' });
  const ref = connect<Echo>(port2, { name: 'echo' });
  const stream = await ref.ask('count', 1_000_000);
  const iterator = stream[Symbol.asyncIterator]();
  await iterator.next();
  const hanging = [1, 2, 3].map(() => ref.ask('hang', undefined));
  port1.close();
  for (const ask of hanging) await expect(ask).rejects.toBeInstanceOf(ActorLostError);
  expect(await ref.lost).toBeInstanceOf(ActorLostError);
  await expect(ref.ask('echo', 1)).rejects.toBeInstanceOf(ActorLostError);
  const drain = async (): Promise<void> => {
    for (let next = await iterator.next(); next.done !== true;) next = await iterator.next();
  };
  await expect(drain()).rejects.toBeInstanceOf(ActorLostError);
});

test('asks in hand are aborted when the caller goes away', async () => {
  const { port1, port2 } = new MessageChannel();
  const aborted = deferred<unknown>();
  const body = echoBody();
  serve<Echo>(
    {
      ...body,
      asks: {
        ...body.asks,
        hang: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              aborted.resolve(signal.reason);
            });
          }),
      },
    },
    port1,
    { name: 'echo' },
  );
  const ref = connect<Echo>(port2, { name: 'echo' });
  const hanging = ref.ask('hang', undefined);
  await ref.ask('echo', 1);
  port2.close();
  await expect(hanging).rejects.toBeInstanceOf(ActorLostError);
  expect(await aborted.promise).toMatchObject({ code: 'CANCELLED' });
});

test('a ref goes on working when the garbage of its first asks is collected', () =>
  withEcho(async (ref) => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    for (let round = 0; round < 5; round += 1) {
      expect(await ref.ask('echo', round)).toBe(round);
      collect();
      await yieldToEventLoop();
    }
  }));

test('what cannot be cloned rejects the ask, and the actor goes on', () =>
  withEcho(async (ref) => {
    await expect(ref.ask('echo', () => 0)).rejects.toMatchObject({ name: 'DataCloneError' });
    await expect(ref.ask('uncloneable', undefined)).rejects.toThrow('could not be cloned');
    expect(await ref.ask('echo', 1)).toBe(1);
  }));

test('an actor takes what was told and asked before it stops', async () => {
  const order: string[] = [];
  const body = echoBody();
  const ref = connectInProcess<Echo>(
    {
      ...body,
      asks: { ...body.asks, echo: (arg) => order.push(`asked ${String(arg)}`) },
      tells: { shout: (text) => order.push(`told ${text}`) },
      stop: () => {
        order.push('stopped');
        return Promise.resolve();
      },
    },
    { name: 'echo' },
  );
  ref.tell('shout', 'a');
  const asked = ref.ask('echo', 'b').catch(() => undefined);
  await ref[Symbol.asyncDispose]();
  await asked;
  expect(order).toEqual(['told a', 'asked b', 'stopped']);
});
