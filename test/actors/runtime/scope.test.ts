import { expect, test } from 'vitest';
import { Scope } from '../../../src/actors/runtime/scope.js';

test('a scope disposes in reverse order, once, of everything, whatever fails', async () => {
  const log: string[] = [];
  const scope = new Scope();
  scope.defer(() => {
    log.push('first');
  });
  scope.defer(() => {
    log.push('second');
    throw new Error('broken');
  });
  scope.use({
    async [Symbol.asyncDispose]() {
      await Promise.resolve();
      log.push('third');
    },
  });
  const errors = await Promise.allSettled([scope[Symbol.asyncDispose](), scope[Symbol.asyncDispose]()]);
  expect(log).toEqual(['third', 'second', 'first']);
  expect(errors.map((result) => result.status)).toEqual(['rejected', 'rejected']);
  expect(errors[0]).toMatchObject({ reason: { errors: [{ message: 'broken' }] } });
});
