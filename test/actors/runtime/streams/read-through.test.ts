import {
  brotliCompressSync,
  brotliDecompressSync,
  createBrotliCompress,
  createBrotliDecompress,
  createGunzip,
  gzipSync,
} from 'node:zlib';
import { PassThrough, type Transform } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorCode } from '../../../../src/actors/protocol/errors/error-code.js';
import { yieldToEventLoop } from '../../../../src/actors/runtime/abort.js';
import { readThrough } from '../../../../src/actors/runtime/streams/read-through.js';
import { drawBytes } from '../../../doubles/draw-bytes.js';
import { createRandom } from '../../../../bench/make-tree.js';
import { errorOf } from '../../../doubles/error-of.js';
import { SEED } from '../../../doubles/seed.js';

const random = createRandom(SEED);
const TEXT = Buffer.from(Array.from({ length: 400 }, (_, line) => `line ${line} of many`).join('\n'));
const NOISE = drawBytes(random, 1024 * 1024);
const FAULT = new Error('The disk is broken.');

/** What has become of a source. */
interface Fate {
  hasEnded: boolean;
  given: number;
}

/** The parts, each after a turn of the event loop where it `isSlow`, and then the fault. */
async function* give(
  parts: readonly Uint8Array[],
  fate: Fate,
  { isSlow = false, fault }: { readonly isSlow?: boolean; readonly fault?: Error } = {},
): AsyncGenerator<Uint8Array> {
  try {
    for (const part of parts) {
      if (isSlow) await yieldToEventLoop();
      fate.given += 1;
      yield part;
    }
    if (fault !== undefined) throw fault;
  } finally {
    await yieldToEventLoop();
    fate.hasEnded = true;
  }
}

async function readAll(source: AsyncIterable<Uint8Array>, transform: Transform): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of readThrough(source, transform)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function cut(bytes: Uint8Array, length: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / length) }, (_, index) =>
    bytes.subarray(index * length, (index + 1) * length),
  );
}

const startFate = (): Fate => ({ hasEnded: false, given: 0 });

describe('what a transform makes of a source', () => {
  test('is all of it, however the source is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 5_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.boolean(),
        async (bytes, length, isSlow) => {
          const fate = startFate();
          const packed = await readAll(give(cut(bytes, length), fate, { isSlow }), createBrotliCompress());
          expect(brotliDecompressSync(packed).equals(bytes)).toBe(true);
          expect(fate.hasEnded).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('is the transform’s own failure or its own bytes, however the source is damaged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('brotli', 'gzip'),
        fc.nat(),
        fc.uint8Array({ maxLength: 20 }),
        fc.constantFrom(0, 10, 100_000),
        fc.integer({ min: 1, max: 1_000 }),
        fc.boolean(),
        async (coding, place, splice, behind, length, isSlow) => {
          const packed = coding === 'brotli' ? brotliCompressSync(TEXT) : gzipSync(TEXT);
          const transform = coding === 'brotli' ? createBrotliDecompress() : createGunzip();
          const at = place % packed.length;
          const damaged = Buffer.from(packed);
          damaged.set(splice.subarray(0, packed.length - at), at);
          const parts = [...cut(damaged, length), ...cut(Buffer.alloc(behind, 7), 50_000)];
          const fate = startFate();
          const outcome = await readAll(give(parts, fate, { isSlow }), transform).catch(
            (error: unknown) => error,
          );
          if (!(outcome instanceof Buffer)) expect(errorCode(outcome)).toMatch(/^(?:ERR_|Z_)/);
          expect(fate.hasEnded).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ['brotli', brotliCompressSync(TEXT), createBrotliDecompress],
    ['gzip', gzipSync(TEXT), createGunzip],
  ])('is whole when %s ends long before its source', async (_, packed, create) => {
    for (const isSlow of [false, true]) {
      const fate = startFate();
      const behind = cut(Buffer.alloc(4 * 1024 * 1024), 64 * 1024);
      expect((await readAll(give([packed, ...behind], fate, { isSlow }), create())).equals(TEXT)).toBe(true);
      expect(fate.hasEnded).toBe(true);
    }
  });

  test('is the failure of the source where that comes first', async () => {
    for (const isSlow of [false, true])
      for (const parts of [[], [brotliCompressSync(TEXT).subarray(0, 50)], cut(NOISE, 50_000)]) {
        const fate = startFate();
        const transform = parts.length === 1 ? createBrotliDecompress() : new PassThrough();
        expect(await errorOf(() => readAll(give(parts, fate, { isSlow, fault: FAULT }), transform))).toBe(
          FAULT,
        );
        expect(fate.hasEnded).toBe(true);
      }
  });

  test('is what its reader fails with, and the source has ended then', async () => {
    const parts = cut(NOISE, 1_000);
    for (const transform of [createBrotliCompress(), new PassThrough()]) {
      const fate = startFate();
      const fail = async (): Promise<void> => {
        for await (const piece of readThrough(give(parts, fate), transform))
          if (piece.length > 0) throw FAULT;
      };
      expect(await errorOf(fail)).toBe(FAULT);
      expect([fate.hasEnded, transform.destroyed]).toEqual([true, true]);
    }
  });

  test('is not made before somebody asks for it', async () => {
    const fate = startFate();
    for await (const piece of readThrough(give(cut(NOISE, 1_000), fate), new PassThrough())) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect(fate.given).toBeLessThan(100);
    expect(fate.hasEnded).toBe(true);
  });
});
