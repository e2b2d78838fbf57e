import * as fc from 'fast-check';

/** A position as a part of the length, so that smaller cases are tried when one fails. */
const place = fc.integer({ min: 0, max: 1_000_000 }).map((part) => part / 1_000_000);

/** Something that a disk, a crash or a program does to a file. */
export type Mutation =
  | { readonly kind: 'truncate'; readonly at: number }
  | { readonly kind: 'flip'; readonly bits: readonly { readonly at: number; readonly bit: number }[] }
  | {
      readonly kind: 'splice';
      readonly from: number;
      readonly bytes: number;
      readonly to: number;
      readonly isInserted: boolean;
    }
  | { readonly kind: 'missing newline'; readonly at: number }
  | {
      readonly kind: 'nul';
      readonly where: 'end' | 'middle' | 'behind';
      readonly at: number;
      readonly bytes: number;
    };

const runLength = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 9_000 }));
/** Mutations, runs of NUL among them as often as they were seen in the field. */
export const mutations: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('truncate' as const), at: place }),
  fc.record({
    kind: fc.constant('flip' as const),
    bits: fc.array(fc.record({ at: place, bit: fc.nat(7) }), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({
    kind: fc.constant('splice' as const),
    from: place,
    bytes: runLength,
    to: place,
    isInserted: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('missing newline' as const), at: place }),
  fc.record({
    kind: fc.constant('nul' as const),
    // As often as they were seen in the field.
    where: fc.oneof(
      { weight: 21, arbitrary: fc.constant('end' as const) },
      { weight: 3, arbitrary: fc.constant('middle' as const) },
      { weight: 6, arbitrary: fc.constant('behind' as const) },
    ),
    at: place,
    bytes: runLength,
  }),
);

/** The bytes after a mutation. */
export function mutate(bytes: Buffer, mutation: Mutation): Buffer {
  const position = (at: number): number => Math.floor(at * (bytes.length - 1));
  const changed = Buffer.from(bytes);
  switch (mutation.kind) {
    case 'truncate':
      return changed.subarray(0, position(mutation.at));
    case 'flip':
      for (const { at, bit } of mutation.bits)
        changed.writeUInt8(changed.readUInt8(position(at)) ^ (1 << bit), position(at));
      return changed;
    case 'splice': {
      const from = position(mutation.from);
      const part = bytes.subarray(from, from + mutation.bytes);
      const to = position(mutation.to);
      const rest = bytes.subarray(mutation.isInserted ? to : to + part.length);
      return Buffer.concat([bytes.subarray(0, to), part, rest]);
    }
    case 'missing newline': {
      const at = bytes.indexOf('\n', position(mutation.at));
      return at === -1 ? changed : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
    }
    default: {
      const run = Buffer.alloc(mutation.bytes);
      if (mutation.where === 'behind') return Buffer.concat([bytes, run]);
      const at = mutation.where === 'end' ? Math.max(0, bytes.length - run.length) : position(mutation.at);
      return changed.fill(0, at, Math.min(bytes.length, at + run.length));
    }
  }
}
