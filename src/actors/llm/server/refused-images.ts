import type { ImagePart } from '../../protocol/image-part.js';
import type { LLMMessage } from '../../protocol/llm.js';
import { withImagesInWords } from './images-in-words.js';

// A server answers with a refusal at once. As many requests find the picture among the newest ones.
const MAX_TRIES = 8;

const ABOUT_IMAGES = /image|vision|picture|multi-?modal/i;

// What a server says of a model that takes no image at all, and not of one image.
const TAKES_NONE = /support/i;
const ABOUT_ONE = /format|type|size|dimension|pixel|large|exceed|corrupt|decode|base64|damaged|broken/i;

/** Whether a refusal may be about one of the images: it does not say that the model takes none. */
export function isAboutOneImage(refusal: string): boolean {
  return ABOUT_IMAGES.test(refusal) && (!TAKES_NONE.test(refusal) || ABOUT_ONE.test(refusal));
}

/** The images that a server has refused, while it takes others. */
export class RefusedImages {
  readonly #refused = new Set<string>();

  /** The messages with each refused image, and with that of `tried`, as a sentence in its place. */
  leaveOut(messages: readonly LLMMessage[], tried?: ImagePart): readonly LLMMessage[] {
    if (this.#refused.size === 0 && tried === undefined) return messages;
    const isOut = ({ data }: ImagePart): boolean => this.#refused.has(data) || data === tried?.data;
    return messages.map((message) => {
      const images = imagesOf(message);
      const out = images.filter(isOut);
      if (out.length === 0 || !('images' in message)) return message;
      const content = withImagesInWords(
        message.content,
        out,
        'left out, because the model server refused it',
      );
      return { ...message, content, images: images.filter((image) => !isOut(image)) };
    });
  }

  /** Remembers an image. Returns a sentence for the person. */
  add(image: ImagePart): string {
    this.#refused.add(image.data);
    return `The model server refused a picture (${describe(image)}). It is left out of this request and of later ones, and the model is told so; other pictures are sent.`;
  }

  /** The images that may be the one for which a request was refused, the newest first. */
  findSuspects(messages: readonly LLMMessage[]): ImagePart[] {
    const images = new Map(messages.flatMap(imagesOf).map((image) => [image.data, image]));
    return [...images.values()]
      .filter(({ data }) => !this.#refused.has(data))
      .toReversed()
      .slice(0, MAX_TRIES);
  }
}

function describe({ mediaType, size }: ImagePart): string {
  return size === undefined ? mediaType : `${mediaType}, ${size.width}x${size.height}`;
}

function imagesOf(message: LLMMessage): readonly ImagePart[] {
  return 'images' in message ? (message.images ?? []) : [];
}
