import { describeImage, type ImagePart } from '../../protocol/image-part.js';

/** A text, and in words the images that the model does not get. `why`: default: the model knows. */
export function withImagesInWords(content: string, images: readonly ImagePart[], why = ''): string {
  const reason = why === '' ? '' : `: ${why}`;
  return [content, ...images.map((image) => `(${describeImage(image)}${reason})`)].join('\n');
}
