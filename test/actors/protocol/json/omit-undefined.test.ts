import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { omitUndefined } from '../../../../src/actors/protocol/json/omit-undefined.js';

interface Options {
  readonly name: string;
  readonly limit?: number;
  readonly effort?: 'low' | 'high';
}

test('omitUndefined keeps every property with a value, in its place, and no other', () => {
  const key = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '-'), minLength: 1, maxLength: 3 });
  const value = fc.oneof(fc.constant(undefined), fc.constantFrom(null, 0, '', false, Number.NaN, [], {}));
  fc.assert(
    fc.property(fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true }), (values) => {
      const before = { ...values };
      expect(Object.entries(omitUndefined(values))).toEqual(
        Object.entries(values).filter(([, one]) => one !== undefined),
      );
      expect(Object.entries(values)).toEqual(Object.entries(before));
    }),
    { numRuns: 200 },
  );
});

test('omitUndefined overrides nothing by what is undefined', () => {
  const limit = undefined as number | undefined;
  expect({ name: 'a', limit: 1, ...omitUndefined({ limit }) }).toStrictEqual({ name: 'a', limit: 1 });
});

test('the result of omitUndefined fits optional properties that cannot be undefined', () => {
  const limit = 1 as number | undefined;
  const effort: Options['effort'] = 'low';
  const options: Options = { name: 'a', ...omitUndefined({ limit, effort }) };
  expect(options).toStrictEqual({ name: 'a', limit: 1, effort: 'low' });
  const whole: Options = omitUndefined({ name: 'a', limit });
  expect(whole).toStrictEqual({ name: 'a', limit: 1 });
  expectTypeOf(omitUndefined({ name: 'a', limit })).toExtend<{ name: string; limit?: number }>();
  // @ts-expect-error What may be undefined is no property that must be there.
  const missing: { limit: number } = omitUndefined({ limit });
  expect(missing).toStrictEqual({ limit: 1 });
});
