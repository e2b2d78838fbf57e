import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import { cutLongText } from './cut-long-text.js';

// More than anybody reads in a side bar, and small enough to send a long conversation to a new page at once. Units:
// UTF-16 units.
const MAX_OUTPUT_CHARS = 200_000;

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
      const { cause: _forPrograms, images: _forTheModel, ...result } = entry.result;
      return { ...entry, result: { ...result, output: cutLongText(result.output, MAX_OUTPUT_CHARS) } };
    }
    case 'turn_ended': {
      if (entry.error?.cause === undefined) return entry;
      const { cause: _forPrograms, ...error } = entry.error;
      return { ...entry, error };
    }
    case 'compaction':
      return { ...entry, messages: [] };
    default:
      return entry;
  }
}
