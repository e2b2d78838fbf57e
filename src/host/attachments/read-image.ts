import type { Attachment, AttachmentRef } from '../../actors/protocol/attachment.js';
import { MAX_IMAGE_BYTES } from '../../actors/protocol/image-part.js';
import {
  checkImage,
  checkImageBytes,
  type CheckedImage,
  refuseLarge,
} from '../../actors/runtime/images/check-image.js';
import { readImageHeader } from '../../actors/runtime/images/image-header.js';
import { type LocatedPath, readLocated } from '../../actors/tools/gate/locate.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  problemContent,
} from './attachment-context.js';

type ImageRef = Extract<AttachmentRef, { kind: 'image' }>;

// What an image costs where the provider scales it down, as most do: OpenAI 765 to 1,105, Anthropic at most 1,600. Units:
// tokens.
const TOKENS_OF_IMAGE = 1_600;

/** A picture that models take. */
export function readImage(ref: ImageRef, context: AttachmentContext): Content {
  return toContent(ref, ref.name, checkImage(ref), context);
}

/** A picture in a file; `undefined` when its bytes are none. Errors: those of `readLocated`. */
export async function readImageFile(
  ref: AttachmentRef,
  place: LocatedPath,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content | undefined> {
  const { isFile, size } = place.stat;
  if (!isFile) return undefined;
  if (size > MAX_IMAGE_BYTES) return toContent(ref, place.shown, refuseLarge(size), context);
  const bytes = await readLocated('attachments', place, deps, context.signal);
  if (readImageHeader(bytes) === undefined) return undefined;
  return toContent(ref, place.shown, checkImageBytes(bytes), context);
}

function toContent(
  ref: AttachmentRef,
  name: string,
  checked: CheckedImage,
  { imagesAllowed }: AttachmentContext,
): Content {
  if ('problem' in checked)
    return problemContent(ref, `${name} cannot be attached as an image: ${checked.problem}.`);
  if (!imagesAllowed)
    return problemContent(ref, `${name} is an image, and the model that is asked cannot see images.`);
  const attachment: Attachment = { ref: { kind: 'image', name, ...checked.image } };
  return { tokens: TOKENS_OF_IMAGE, isWhole: true, draw: () => attachment };
}
