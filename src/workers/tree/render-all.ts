import type { TreeReply } from '../../actors/protocol/workspace.js';
import { describeDirectory } from './describe-directory.js';
import { MAX_TREE_CHARS, MAX_TREE_ENTRIES, topName, treeHeader, type TreeTop } from './render-tree.js';

/**
 * Renders all roots as one text for a model, in order: each root may use all the remaining room, and the first one
 * that is cut off is the last. Then `cutOffMessage` ends the text, which stays within `maxChars`. Source: SPEC D3.
 */
export function renderAllTrees(
  tops: readonly TreeTop[],
  { cutOffMessage, maxChars = MAX_TREE_CHARS }: { cutOffMessage: string; maxChars?: number },
): TreeReply {
  if (tops.length === 0) return { text: '(NO WORKSPACE OPEN)', isTruncated: false };
  let text = '';
  for (const [index, { source, path, title }] of tops.entries()) {
    const header = `${index > 0 ? '\n' : ''}${treeHeader(title)}`;
    const room = maxChars - text.length - header.length;
    // The message replaces the last line break and adds its own. Room for it is kept as the next root may need it.
    const roomBeforeMessage = room - cutOffMessage.length;
    const isLast = index === tops.length - 1;
    const drawing = describeDirectory({ directory: source.open(path), name: topName(title) }, header, {
      maxCharsWhole: isLast ? room : roomBeforeMessage,
      maxCharsCutOff: roomBeforeMessage,
      maxEntries: MAX_TREE_ENTRIES,
    });
    if (roomBeforeMessage >= 0 || !drawing.isCutOff) text += drawing.text;
    if (drawing.isCutOff) return { text: closed(text, cutOffMessage, maxChars), isTruncated: true };
  }
  return { text, isTruncated: false };
}

function closed(text: string, message: string, maxChars: number): string {
  const trimmed = text.trimEnd();
  if (trimmed !== '') return `${trimmed}\n${message}`;
  return message.length <= maxChars ? message : '';
}
