/** A picture. Shape: `data` is base64. */
export interface ImagePart {
  readonly mediaType: string;
  readonly data: string;
  /** Units: pixels, before any rotation that the file asks for. Absent: unknown. */
  readonly size?: ImageSize;
}

// The least of what the providers take (Anthropic). Units: bytes.
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Units: pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** An image in words, for a model that cannot see it. Shape: a phrase. */
export function describeImage({ mediaType, size }: ImagePart): string {
  return `an image${size === undefined ? '' : ` of ${size.width}x${size.height}`}, ${mediaType}, which this model cannot see`;
}
