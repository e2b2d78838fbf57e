/** A picture. Shape: `data` is base64. */
export interface ImagePart {
  readonly mediaType: string;
  readonly data: string;
}
