import type { ImagePart } from '../../../actors/protocol/image-part.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import { cutLongText } from './cut-long-text.js';

// More than anybody reads in a side bar, and small enough to send a long conversation to a new page at once. Units:
// UTF-16 units.
const MAX_OUTPUT_CHARS = 200_000;

// A command may change every file; the view shows how many there are, up to this number.
const MAX_CHANGES = 2_000;

// A page gets the whole conversation, which may have a hundred pictures. Units: characters of base64.
const MAX_IMAGE_CHARS = 200_000;

// Of more pictures at once, the view shows how many there are.
const MAX_SHOWN_IMAGES = 4;

/**
 * An entry for the view, without what only models and programs read, and with long output truncated: a tool result may
 * have half a million characters. What a person wrote or is asked about stays whole. The same object if nothing is cut.
 */
export function cutEntry(entry: ThreadEntry): ThreadEntry {
  switch (entry.kind) {
    case 'user_message': {
      if (entry.attachments.every(({ resolved }) => resolved === undefined)) return entry;
      const attachments = entry.attachments.map(({ resolved: _forTheModel, ...attachment }) => attachment);
      return { ...entry, attachments };
    }
    case 'reply': {
      const { opaque: _forItsProvider, ...reply } = entry;
      return entry.opaque === undefined ? entry : reply;
    }
    case 'observation': {
      const { cause: _forPrograms, whole: _tooLong, images = [], ...result } = entry.result;
      const output = cutLongText(result.output, MAX_OUTPUT_CHARS);
      const shown = images.length === 0 ? {} : { images: images.map(cutImage) };
      return { ...entry, result: { ...result, output, ...shown } };
    }
    case 'turn_ended': {
      if (entry.error?.cause === undefined) return entry;
      const { cause: _forPrograms, ...error } = entry.error;
      return { ...entry, error };
    }
    case 'instructions':
      return { ...entry, files: entry.files.map((file) => ({ ...file, text: '' })) };
    case 'compaction': {
      const { head: _forTheModel, ...compaction } = entry;
      return { ...compaction, messages: [] };
    }
    case 'turn_began': {
      const { head: _forTheModel, ...began } = entry;
      return entry.head === undefined ? entry : began;
    }
    case 'checkpoint':
      return { ...entry, versions: [] };
    case 'files_changed':
    case 'jump':
      return { ...entry, changes: entry.changes.slice(0, MAX_CHANGES) };
    default:
      return entry;
  }
}

/** A picture that is too large, or one of too many, keeps its place without its content. */
function cutImage(image: ImagePart, index: number): ImagePart {
  const isShown = index < MAX_SHOWN_IMAGES && image.data.length <= MAX_IMAGE_CHARS;
  return isShown ? image : { ...image, data: '' };
}
