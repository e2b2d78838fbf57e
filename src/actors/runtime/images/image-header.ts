import type { ImageSize } from '../../protocol/image-part.js';

/** What the first bytes of an image say about it. */
export interface ImageHeader {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  readonly size: ImageSize;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

// Markers of a JPEG that begin a frame: all from C0 to CF but those of tables (C4), reserved (C8) and of conditions (CC).
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

// A photograph has a few dozen segments before its frame. A file of empty segments would be read to its end otherwise.
const MAX_SEGMENTS = 1_000;

/**
 * The type and the size of a PNG, JPEG, GIF or WebP image, the types that every model with vision takes; `undefined` for
 * anything else, and for an image whose header is damaged.
 * Cost: a few bytes are read, at most 1,000 segments of a JPEG.
 */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const header = readPng(view) ?? readGif(view) ?? readWebp(view) ?? readJpeg(view);
    return header !== undefined && header.size.width > 0 && header.size.height > 0 ? header : undefined;
  } catch (error) {
    // The file ends before its header does.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readPng(view: DataView): ImageHeader | undefined {
  if (!PNG_SIGNATURE.every((byte, at) => at < view.byteLength && view.getUint8(at) === byte))
    return undefined;
  if (readAscii(view, 12, 4) !== 'IHDR') return undefined;
  return { mediaType: 'image/png', size: { width: view.getUint32(16), height: view.getUint32(20) } };
}

function readGif(view: DataView): ImageHeader | undefined {
  if (!/^GIF8[79]a$/.test(readAscii(view, 0, 6))) return undefined;
  return {
    mediaType: 'image/gif',
    size: { width: view.getUint16(6, true), height: view.getUint16(8, true) },
  };
}

function readWebp(view: DataView): ImageHeader | undefined {
  if (readAscii(view, 0, 4) !== 'RIFF' || readAscii(view, 8, 4) !== 'WEBP') return undefined;
  const size = readWebpSize(view);
  return size === undefined ? undefined : { mediaType: 'image/webp', size };
}

function readWebpSize(view: DataView): ImageSize | undefined {
  switch (readAscii(view, 12, 4)) {
    case 'VP8X':
      return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return undefined;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      if (view.getUint8(23) !== 0x9d || view.getUint8(24) !== 0x01 || view.getUint8(25) !== 0x2a)
        return undefined;
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return undefined;
  }
}

function readJpeg(view: DataView): ImageHeader | undefined {
  if (view.byteLength < 2 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  for (let segments = 0; segments < MAX_SEGMENTS; segments += 1) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFill = marker === 0xff;
    const isAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)) {
      return {
        mediaType: 'image/jpeg',
        size: { width: view.getUint16(at + 7), height: view.getUint16(at + 5) },
      };
    }
    at += isFill ? 1 : isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function readAscii(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return '';
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
