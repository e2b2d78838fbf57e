import { describeImage, type ImagePart } from '../../protocol/image-part.js';

/** A text, and in words the images that the model does not get. */
export function withImagesInWords(content: string, images: readonly ImagePart[]): string {
  return [content, ...images.map((image) => `(${describeImage(image)})`)].join('\n');
}
