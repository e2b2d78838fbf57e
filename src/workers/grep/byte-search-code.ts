/** Where in its slot a needle's mask starts, which is as long as the needle: 0x20 at a letter of either case, else 0. */
export const MASK_START = 256;

type Code = readonly number[];

// Numbers as WebAssembly writes them: seven bits a byte, low ones first.
const unsigned = (value: number): Code =>
  value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
const signed = (value: number): Code =>
  value >= -0x40 && value < 0x40 ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
const list = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
const sized = (code: Code): Code => [...unsigned(code.length), ...code];
const text = (name: string): Code => sized([...Buffer.from(name, 'latin1')]);

const I32 = 0x7f;
const V128 = 0x7b;
const FUNCTION = 0x60;

// Instructions, by their names in the text format.
const simd = (code: number): Code => [0xfd, ...unsigned(code)];
const get = (local: number): Code => [0x20, local];
const set = (local: number): Code => [0x21, local];
const constant = (value: number): Code => [0x41, ...signed(value)];
const load8 = (offset: number): Code => [0x2d, 0, ...unsigned(offset)];
const load128 = (offset: number): Code => [...simd(0x00), 0, ...unsigned(offset)];
const [EQZ, EQ, GT, CTZ, ADD, SUB, AND, OR] = [0x45, 0x46, 0x4a, 0x68, 0x6a, 0x6b, 0x71, 0x72] as const;
const SPLAT = simd(0x0f);
const EQ_BYTES = simd(0x23);
const AND_BYTES = simd(0x4e);
const OR_BYTES = simd(0x50);
const ANY_TRUE = simd(0x53);
const BITMASK = simd(0x64);
const [RETURN, END] = [0x0f, 0x0b] as const;
const block = (...code: Code[]): Code => [0x02, 0x40, ...code.flat(), END];
const loop = (...code: Code[]): Code => [0x03, 0x40, ...code.flat(), END];
const when = (...code: Code[]): Code => [0x04, 0x40, ...code.flat(), END];
/** Leaves so many blocks, or starts so many loops anew; counted from 0, the innermost. */
const branch = (depth: number): Code => [0x0c, depth];

// Parameters, and behind them what is local: numbers first.
const PARAMETERS = ['slot', 'length', 'first', 'second', 'at', 'last'] as const;
const [SLOT, LENGTH, FIRST, SECOND, AT, LAST] = [0, 1, 2, 3, 4, 5] as const;
const [BITS, START, INDEX] = [6, 7, 8] as const;
const [FIRST_BYTES, FIRST_MASK, SECOND_BYTES, SECOND_MASK] = [9, 10, 11, 12] as const;

const BLOCK_BYTES = 16;
// Where nothing is found, four blocks at a time are twice as fast as one.
const STRIDE_BLOCKS = 4;

/** Leaves which of 16 places have one byte of the needle where it would be. */
const matches = (index: number, mask: number, bytes: number, offset: number): Code =>
  [
    [...get(AT), ...get(index), ADD, ...load128(offset)],
    [...get(mask), ...OR_BYTES, ...get(bytes), ...EQ_BYTES],
  ].flat();
/** Leaves which of 16 places have both bytes. */
const candidates = (offset: number): Code => [
  ...matches(FIRST, FIRST_MASK, FIRST_BYTES, offset),
  ...matches(SECOND, SECOND_MASK, SECOND_BYTES, offset),
  ...AND_BYTES,
];
/** Keeps a byte of the needle and its mask, 16 times each. */
const keep = (index: number, bytes: number, mask: number): Code =>
  [
    [...get(SLOT), ...get(index), ADD, ...load8(0), ...SPLAT, ...set(bytes)],
    [...get(SLOT), ...get(index), ADD, ...load8(MASK_START), ...SPLAT, ...set(mask)],
  ].flat();
const step = (bytes: number): Code => [...get(AT), ...constant(bytes), ADD, ...set(AT)];
const notFound: Code = [...constant(-1), RETURN];
const endWhenPast = (place: number): Code => [...get(place), ...get(LAST), GT, ...when(notFound)];

const FIND: Code = [
  ...keep(FIRST, FIRST_BYTES, FIRST_MASK),
  ...keep(SECOND, SECOND_BYTES, SECOND_MASK),
  ...loop(
    endWhenPast(AT),
    // Four blocks at a time, as long as there is nothing in them.
    loop(
      Array.from({ length: STRIDE_BLOCKS }, (_, index) => candidates(index * BLOCK_BYTES)).flat(),
      [...OR_BYTES, ...OR_BYTES, ...OR_BYTES, ...ANY_TRUE, EQZ],
      when(step(STRIDE_BLOCKS * BLOCK_BYTES), endWhenPast(AT), branch(1)),
    ),
    [...candidates(0), ...BITMASK, ...set(BITS)],
    block(
      loop(
        [...get(BITS), EQZ, ...when(branch(2))],
        // The lowest bit is the first place.
        [...get(AT), ...get(BITS), CTZ, ADD, ...set(START)],
        [...get(BITS), ...get(BITS), ...constant(1), SUB, AND, ...set(BITS)],
        endWhenPast(START),
        [...constant(0), ...set(INDEX)],
        // Goes on with the next byte as long as they are the same.
        loop(
          [...get(INDEX), ...get(LENGTH), EQ, ...when(get(START), [RETURN])],
          [...get(START), ...get(INDEX), ADD, ...load8(0)],
          [...get(SLOT), ...get(INDEX), ADD, ...load8(MASK_START), OR],
          [...get(SLOT), ...get(INDEX), ADD, ...load8(0), EQ],
          when([...get(INDEX), ...constant(1), ADD, ...set(INDEX)], branch(1)),
        ),
        branch(0),
      ),
    ),
    step(BLOCK_BYTES),
    branch(0),
  ),
  ...notFound,
  END,
];

const MAGIC: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const section = (id: number, ...items: Code[]): Code => [id, ...sized(list(items))];

/**
 * A WebAssembly module that imports `memory.bytes` and exports `find(slot, length, first, second, at, last)`: the first
 * place from `at` to `last` at which the needle in a slot starts; -1 for none. It is written out here because it is
 * one function; it compares 64 places in a few instructions, six times as fast as `Buffer.indexOf`.
 * Shape: `first` and `second` are the places in the needle of the two bytes that are looked for; the better the rarer
 * they are. Up to 64 bytes behind the last place a match may take in are read, and must be there.
 * Source: https://webassembly.github.io/spec/core/binary/
 */
export const BYTE_SEARCH_CODE = Uint8Array.from([
  ...MAGIC,
  ...section(1, [FUNCTION, ...list(PARAMETERS.map(() => [I32])), ...list([[I32]])]),
  ...section(2, [...text('memory'), ...text('bytes'), 2, 0, 1]),
  ...section(3, [0]),
  ...section(7, [...text('find'), 0, 0]),
  ...section(
    10,
    sized([
      ...list([
        [3, I32],
        [4, V128],
      ]),
      ...FIND,
    ]),
  ),
]);
