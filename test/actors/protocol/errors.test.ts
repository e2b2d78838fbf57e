import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ActorLostError,
  CancellationError,
  FileNotFoundError,
  fromWire,
  LLMRateLimitError,
  toWire,
  TroupeError,
  WorkspaceBoundaryError,
  type WireError,
} from '../../../src/actors/protocol/errors.js';

function acrossThreads(error: unknown): Error {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(toWire(error));
  const received = receiveMessageOnPort(port2) as { message: WireError };
  port1.close();
  return fromWire(received.message);
}

const arbitraryError: fc.Arbitrary<Error> = fc
  .tuple(fc.string(), fc.string(), fc.nat(4), fc.option(fc.nat(3)))
  .map(([message, path, which, causes]) => {
    let cause: unknown;
    for (let i = 0; i < (causes ?? 0); i += 1)
      cause = new RangeError(`cause ${i}`, cause === undefined ? undefined : { cause });
    const options = cause === undefined ? undefined : { cause };
    return [
      () => new FileNotFoundError(message, { path, suggestions: [path] }, options),
      () => new WorkspaceBoundaryError(message, { path, roots: [path] }, options),
      () => new ActorLostError(message, { actor: path, exitCode: 1 }, options),
      () => new LLMRateLimitError(message, { retryAfterMs: 5 }, options),
      () => Object.assign(new TypeError(message, options), { code: 'ENOENT' }),
    ][which]?.() as Error;
  });

test('an error keeps its class, code, message, details, stack and causes across a thread', () => {
  fc.assert(
    fc.property(arbitraryError, (error) => {
      const received = acrossThreads(error);
      expect(received.constructor).toBe(error.constructor);
      expect(toWire(received)).toEqual(toWire(error));
      if (error instanceof TroupeError) expect((received as TroupeError).details).toEqual(error.details);
    }),
  );
});

test('something thrown that is no error becomes one', () => {
  expect(acrossThreads('just text')).toMatchObject({ name: 'Error', message: 'just text' });
});

test('an error that causes itself ends somewhere', () => {
  const error = new Error('loop');
  error.cause = error;
  expect(acrossThreads(error).message).toBe('loop');
});

test('an error of a name nobody knows keeps it', () => {
  const error = new Error('odd');
  error.name = 'OddError';
  expect(acrossThreads(error)).toMatchObject({ name: 'OddError', message: 'odd' });
});

test('an error whose details are missing or whose code is a lie stays an ordinary error', () => {
  expect(fromWire({ name: 'X', message: 'm', code: 'constructor', details: {} })).not.toBeInstanceOf(
    TroupeError,
  );
  expect(fromWire({ name: 'CancellationError', message: 'm', code: 'CANCELLED' })).not.toBeInstanceOf(
    CancellationError,
  );
});
