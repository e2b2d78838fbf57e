import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import { fenceText } from '../../actors/protocol/attachments.js';
import { FileNotFoundError, TroupeError } from '../../actors/protocol/errors.js';
import type { ContentHash } from '../../actors/protocol/file-changes.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LocatedPath } from '../../actors/tools/gate/locate.js';
import { fitStart } from '../../actors/tools/text/fit-text.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  textContent,
} from './attachment-context.js';
import { locateAttached } from './locate-attached.js';
import { showLines } from './read-attached-file.js';

type SelectionRef = Extract<AttachmentRef, { kind: 'selection' }>;

// The heading, the fence and the note of a selection that is cut. Units: tokens.
const TOKENS_AROUND = 80;

const CHANGED =
  'The file holds something else in these lines now: the selection is from before. read_file shows the lines as they are.';

/**
 * The text that was selected, whatever the file holds by now. Only a file that still holds that text there counts as read.
 * Errors: those of `locateAttached`, but not that the file does not exist.
 */
export async function readSelection(
  ref: SelectionRef,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  const { path, range } = ref;
  const text = ref.text.replaceAll('\r\n', '\n');
  const { shown, hash, note } = await findSelected(ref, text, deps, context);
  const known = omitUndefined({ hash });
  const draw = (part: string, last: number): string =>
    `${shown ?? path} (${range.startLine === last ? `line ${last}` : `lines ${range.startLine} to ${last}`})\n${fenceText(part.replace(/\n$/, ''))}`;
  const whole = { text: draw(text, range.endLine), ...known, ...omitUndefined({ note }) };
  return textContent(ref, whole, context, (room) => {
    const part = fitStart(text, { ...room, maxTokens: room.maxTokens - TOKENS_AROUND });
    const last = range.startLine + part.replace(/\n$/, '').split('\n').length - 1;
    const missing = `The selection is cut behind line ${last} for lack of room. read_file with start_line ${last} shows the rest.`;
    return { text: draw(part, last), ...known, note: [note, missing].filter(Boolean).join(' ') };
  });
}

/** The file of a selection, and whether it holds the selected text. */
async function findSelected(
  { path, range }: SelectionRef,
  text: string,
  deps: AttachmentDeps,
  { reads, signal }: AttachmentContext,
): Promise<{ readonly shown?: string; readonly hash?: ContentHash; readonly note?: string }> {
  let place: LocatedPath;
  try {
    place = await locateAttached(path, deps, { signal });
  } catch (error) {
    if (!(error instanceof FileNotFoundError)) throw error;
    // A document that was never saved, or a file that was deleted since; but not a circle of links.
    await deps.gate.resolve(path);
    return {};
  }
  const { absolute, shown } = place;
  try {
    // What the tool notes counts only if the file holds the selected text.
    const { result } = await showLines(path, range, deps, { reads: new Map(), signal });
    if (result.page.text.includes(text)) {
      reads.set(absolute, result.hash);
      return { shown, hash: result.hash };
    }
  } catch (error) {
    // The file has become shorter, or is no text any more.
    if (!(error instanceof TroupeError)) throw error;
    signal.throwIfAborted();
  }
  return { shown, note: CHANGED };
}
