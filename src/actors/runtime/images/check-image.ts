import { type ImagePart, MAX_IMAGE_BYTES } from '../../protocol/image-part.js';
import { readImageHeader } from './image-header.js';

const MEGABYTE = 1024 * 1024;

// Anthropic refuses images with a longer side. Units: pixels.
const MAX_SIDE = 8_000;

// Base64 has four characters for three bytes.
const MAX_BASE64_CHARS = Math.ceil(MAX_IMAGE_BYTES / 3) * 4;

/** An image that models take, or why they would not take it, as a phrase: `it is ...`. */
export type CheckedImage = { readonly image: ImagePart } | { readonly problem: string };

/**
 * Checks the bytes of an image: PNG, JPEG, GIF or WebP, at most 5 MB and 8,000 pixels a side. The type is that of the
 * bytes, whatever a name says.
 */
export function checkImageBytes(bytes: Uint8Array): CheckedImage {
  if (bytes.length > MAX_IMAGE_BYTES) return refuseLarge(bytes.length);
  const header = readImageHeader(bytes);
  if (header === undefined) return { problem: 'it is not a PNG, JPEG, GIF or WebP image' };
  const { mediaType, size } = header;
  if (Math.max(size.width, size.height) > MAX_SIDE)
    return {
      problem: `it has ${size.width}x${size.height} pixels, and the limit is ${MAX_SIDE} a side`,
    };
  return {
    image: {
      mediaType,
      data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
      size,
    },
  };
}

/** Like `checkImageBytes`, for base64. White space in it, and the URL-safe alphabet, become plain base64. */
export function checkImage({ data }: Pick<ImagePart, 'data'>): CheckedImage {
  // Line breaks may make base64 a little longer; decoding a huge text would block the thread.
  if (data.length > 1.1 * MAX_BASE64_CHARS) return refuseLarge(Math.floor((data.length * 3) / 4));
  return checkImageBytes(Buffer.from(data, 'base64'));
}

/** The refusal of an image of so many bytes. */
export function refuseLarge(bytes: number): CheckedImage {
  return {
    problem: `it has ${(bytes / MEGABYTE).toFixed(1)} MB, and the limit is ${MAX_IMAGE_BYTES / MEGABYTE} MB`,
  };
}
