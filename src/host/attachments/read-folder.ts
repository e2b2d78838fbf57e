import type { AttachmentRef, ResolvedText } from '../../actors/protocol/attachment.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { TreeReply } from '../../actors/protocol/workspace.js';
import { notDirectoryError } from '../../actors/tools/gate/file-errors.js';
import type { LocatedPath } from '../../actors/tools/gate/locate.js';
import { fitStart } from '../../actors/tools/text/fit-text.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  textContent,
} from './attachment-context.js';
import { locateAttached } from './locate-attached.js';

type FolderRef = Extract<AttachmentRef, { kind: 'folder' }>;

const NOTE =
  'The folder is not shown whole: get_dir_tree with a folder in it shows what is further down, and ls_dir lists one folder.';

// The room for that note. Units: tokens.
const TOKENS_OF_NOTE = 40;

/** The tree of a folder, as `get_dir_tree` draws it. Errors: those of `get_dir_tree`. */
export async function readFolder(
  ref: FolderRef,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  const place = await locateAttached(ref.path, deps, context);
  if (!place.stat.isDirectory) throw notDirectoryError('attachments', place.shown);
  return drawFolder(ref, place, deps, context);
}

/** Like `readFolder`, for a folder that was found. */
export async function drawFolder(
  ref: FolderRef,
  { root, path }: LocatedPath,
  { workspace }: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  const ask = (maxChars?: number): Promise<TreeReply> =>
    workspace.ask('tree', { root, path, ...omitUndefined({ maxChars }) }, { signal: context.signal });
  const toText = ({ text, isTruncated }: TreeReply): ResolvedText =>
    isTruncated ? { text, note: NOTE } : { text };
  const whole = toText(await ask());
  return textContent(ref, whole, context, async (room) => {
    const maxTokens = room.maxTokens - TOKENS_OF_NOTE;
    // As dense as the whole tree; what is denser nevertheless is cut at a line end.
    const share = Math.max(0, maxTokens) / room.estimateTokens(whole.text);
    const { text } = await ask(Math.floor(whole.text.length * share));
    return { text: fitStart(text, { ...room, maxTokens }), note: NOTE };
  });
}
