import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkImage, checkImageBytes } from '../../../../src/actors/runtime/images/check-image.js';
import { readImageHeader } from '../../../../src/actors/runtime/images/image-header.js';
import { IMAGES, pngPart } from '../../../doubles/images.js';

const kinds = Object.keys(IMAGES) as (keyof typeof IMAGES)[];

describe('readImageHeader', () => {
  test.each(kinds)('reads the type and the size of a %s', (kind) => {
    const mediaType = `image/${kind.split(' ').at(-1)}`;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16_383 }),
        fc.integer({ min: 1, max: 16_383 }),
        (width, height) => {
          expect(readImageHeader(IMAGES[kind](width, height))).toEqual({
            mediaType,
            size: { width, height },
          });
        },
      ),
    );
  });

  test('reads a real file', () => {
    const bytes = readFileSync(join(import.meta.dirname, '../../../../docs/vscode-dark.png'));
    // As the standard has it, and `file docs/vscode-dark.png` prints it.
    const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    expect(readImageHeader(bytes)).toEqual({ mediaType: 'image/png', size });
    expect(size.width).toBeGreaterThan(100);
  });

  test('finds nothing in an image that ends too early, or has no area', () => {
    for (const kind of kinds) {
      const whole = IMAGES[kind](640, 480);
      const needed = Array.from({ length: whole.length }, (_, end) =>
        readImageHeader(whole.subarray(0, end)),
      );
      expect(needed.slice(0, 10)).toEqual(Array.from({ length: 10 }));
      expect(readImageHeader(whole)).toBeDefined();
    }
    expect(readImageHeader(IMAGES.png(0, 480))).toBeUndefined();
    expect(readImageHeader(new Uint8Array())).toBeUndefined();
  });

  test('takes any bytes', () => {
    const start = fc.constantFrom(...kinds.map((kind) => IMAGES[kind](640, 480)), new Uint8Array());
    fc.assert(
      fc.property(start, fc.nat(40), fc.uint8Array({ maxLength: 200 }), (header, kept, noise) => {
        readImageHeader(Uint8Array.from([...header.subarray(0, kept), ...noise]));
      }),
      { numRuns: 10_000 },
    );
  });

  test('gives up on a photograph of empty segments before its end', () => {
    const endless = new Uint8Array(8_002);
    endless.set([0xff, 0xd8]);
    for (let at = 2; at < endless.length; at += 4) endless.set([0xff, 0xe1, 0, 2], at);
    const withFrame = (at: number): Uint8Array => {
      const bytes = endless.slice();
      bytes.set([0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3], at);
      return bytes;
    };
    expect(readImageHeader(withFrame(2 + 4 * 999))?.size).toEqual({ width: 3, height: 2 });
    expect(readImageHeader(withFrame(2 + 4 * 1_000))).toBeUndefined();
  });
});

describe('an image for a model', () => {
  test('has the type of its bytes, its size and plain base64', () => {
    expect(checkImageBytes(IMAGES.jpeg(3, 2))).toEqual({
      image: {
        mediaType: 'image/jpeg',
        data: Buffer.from(IMAGES.jpeg(3, 2)).toString('base64'),
        size: { width: 3, height: 2 },
      },
    });
    const { data } = pngPart(255, 511);
    const wrapped = data
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll(/(.{8})/g, '$1\r\n');
    expect(checkImage({ data: wrapped })).toEqual({ image: pngPart(255, 511) });
  });

  test.each([
    ['too many bytes', new Uint8Array(6 * 1024 * 1024), 'it has 6.0 MB, and the limit is 5 MB'],
    ['too many pixels', IMAGES.png(8_001, 2), 'it has 8001x2 pixels, and the limit is 8000 a side'],
    ['no image', Buffer.from('<svg/>'), 'it is not a PNG, JPEG, GIF or WebP image'],
  ])('is refused with %s', (_what, bytes, problem) => {
    expect(checkImageBytes(bytes)).toEqual({ problem });
    expect(checkImage({ data: Buffer.from(bytes).toString('base64') })).toEqual({ problem });
  });

  test('of any size is refused without being decoded', () => {
    expect(checkImage({ data: 'A'.repeat(40 * 1024 * 1024) })).toEqual({
      problem: 'it has 30.0 MB, and the limit is 5 MB',
    });
  });
});
