/** Bytes from text, where a character is a byte, and from numbers. */
function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part, 'latin1')] : part)),
  );
}

const big16 = (value: number): number[] => [value >> 8, value & 255];
const little16 = (value: number): number[] => [value & 255, value >> 8];
const big32 = (value: number): number[] => [...big16(Math.floor(value / 65536)), ...big16(value % 65536)];

/** The headers of images of a size, with nothing behind them. */
export const IMAGES = {
  png: (width: number, height: number) =>
    bytes([0x89], 'PNG\r\n', [0x1a], '\n', big32(13), 'IHDR', big32(width), big32(height), [8, 2, 0, 0, 0]),
  gif: (width: number, height: number) => bytes('GIF89a', little16(width), little16(height), [0, 0, 0]),
  jpeg: (width: number, height: number) =>
    bytes(
      [0xff, 0xd8, 0xff, 0xe1],
      big16(6),
      'Exif',
      // A fill byte, a table and a restart marker come before the frame.
      [0xff, 0xff, 0xc4],
      big16(3),
      [0, 0xff, 0xd0, 0xff, 0xc2],
      big16(11),
      [8],
      big16(height),
      big16(width),
      [1, 1, 0x11, 0],
    ),
  webp: (width: number, height: number) =>
    bytes(
      'RIFF',
      big32(0),
      'WEBPVP8 ',
      big32(0),
      [0, 0, 0, 0x9d, 1, 0x2a],
      little16(width),
      little16(height),
    ),
  'lossless webp': (width: number, height: number) => {
    const bits = BigInt(width - 1) | (BigInt(height - 1) << 14n);
    const packed = [0n, 8n, 16n, 24n].map((shift) => Number((bits >> shift) & 255n));
    return bytes('RIFF', big32(0), 'WEBPVP8L', big32(0), [0x2f], packed);
  },
  'extended webp': (width: number, height: number) => {
    const little24 = (value: number): number[] => [...little16(value & 65535), value >> 16];
    return bytes(
      'RIFF',
      big32(0),
      'WEBPVP8X',
      big32(10),
      [0, 0, 0, 0],
      little24(width - 1),
      little24(height - 1),
    );
  },
} as const;

/** An image of a size as a model gets it. */
export function pngPart(
  width: number,
  height: number,
): {
  readonly mediaType: string;
  readonly data: string;
  readonly size: { readonly width: number; readonly height: number };
} {
  const data = Buffer.from(IMAGES.png(width, height)).toString('base64');
  return { mediaType: 'image/png', data, size: { width, height } };
}
