import type { Attachment, AttachmentRef } from '../../actors/protocol/attachment.js';
import { TroupeError } from '../../actors/protocol/errors.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { yieldToEventLoop } from '../../actors/runtime/abort.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import {
  type AttachmentContext,
  type AttachmentDeps,
  type Content,
  problemContent,
} from './attachment-context.js';
import { readDiagnostics } from './read-diagnostics.js';
import { readAttachedFile } from './read-attached-file.js';
import { readFolder } from './read-folder.js';
import { readImage } from './read-image.js';
import { readOutput } from './read-output.js';
import { readSelection } from './read-selection.js';
import { shareBudget } from './share-budget.js';

// What stands around each attachment in the message: its name, a fence. Units: tokens.
const TOKENS_AROUND = 40;

/**
 * Reads what a person attached to a message, as the tools would show it: through the gate of the tools and into the log
 * of what the conversation has read. Small attachments are whole; the others share the rest of the budget, and each that
 * is cut says what is missing and how to read it.
 *
 * An attachment that cannot be read has a `problem`, and the others are resolved. A picture in a file becomes an
 * attachment of kind `image`.
 * Shape: one attachment for each reference, in their order.
 * Errors: the signal's reason; then nothing counts as read.
 * Source: SPEC A9.
 */
export async function resolveAttachments(
  refs: readonly AttachmentRef[],
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<readonly Attachment[]> {
  const { signal, budget } = context;
  const reads: ReadLog = new Map();
  const contents: Content[] = [];
  for (const ref of refs) {
    // Measuring half a million characters takes some milliseconds.
    await yieldToEventLoop();
    signal.throwIfAborted();
    contents.push(await readContent(ref, deps, { ...context, reads }));
  }
  const fixed = contents.map(({ tokens, isWhole = false }) => (isWhole ? tokens : 0) + TOKENS_AROUND);
  const room = budget.maxTokens - fixed.reduce((sum, tokens) => sum + tokens, 0);
  const shares = shareBudget(
    contents.map(({ tokens, isWhole = false }) => (isWhole ? 0 : tokens)),
    room,
  );
  const attachments: Attachment[] = [];
  for (const [index, content] of contents.entries()) {
    await yieldToEventLoop();
    signal.throwIfAborted();
    attachments.push(await content.draw(shares[index] ?? 0));
  }
  signal.throwIfAborted();
  for (const [path, hash] of reads) context.reads.set(path, hash);
  return attachments;
}

async function readContent(
  ref: AttachmentRef,
  deps: AttachmentDeps,
  context: AttachmentContext,
): Promise<Content> {
  try {
    switch (ref.kind) {
      case 'file':
        return await readAttachedFile(ref, deps, context);
      case 'folder':
        return await readFolder(ref, deps, context);
      case 'selection':
        return await readSelection(ref, deps, context);
      case 'diagnostics':
        return await readDiagnostics(ref, deps, context);
      case 'output':
        return readOutput(ref, context);
      case 'image':
        return readImage(ref, context);
      default:
        return ref satisfies never;
    }
  } catch (error) {
    context.signal.throwIfAborted();
    return problemContent(ref, describeProblem(error));
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof TroupeError) return error.message;
  return `It could not be read: ${messageOf(error)}`;
}
