import { getOutputBudget } from '../../actors/context/output-budget.js';
import type { Attachment, AttachmentRef } from '../../actors/protocol/attachment.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';

/** What attachments are resolved with. */
export interface AttachmentContext {
  readonly roots: readonly AbsPath[];
  /** Gets the hash of each file that was read. */
  readonly reads: ReadLog;
  readonly signal: AbortSignal;
  /** Room for the texts of all attachments together. Units: UTF-16 units. */
  readonly budgetChars: number;
  /** Whether the model reads pictures. */
  readonly imagesAllowed: boolean;
}

/**
 * Reads what a person attached to a message.
 * Shape: one attachment for each reference, in their order. Errors: none but the signal's reason; what cannot be read
 * has a `problem`.
 */
export type ResolveAttachments = (
  refs: readonly AttachmentRef[],
  context: AttachmentContext,
) => Promise<readonly Attachment[]>;

// A token of source code has some three characters.
const CHARS_A_TOKEN = 3;

/** Attachments for an engine that cannot read files: those that bring their own content have it, the others do not. */
export const resolveWithoutFiles: ResolveAttachments = (refs) =>
  Promise.resolve(
    refs.map((ref): Attachment => {
      if (ref.kind === 'selection' || ref.kind === 'output') return { ref, resolved: { text: ref.text } };
      return ref.kind === 'image' ? { ref } : { ref, problem: 'It cannot be read here.' };
    }),
  );

/** Resolves attachments; one that fails as a whole leaves each reference with the problem. Never rejects. */
export async function resolveAll(
  resolve: ResolveAttachments,
  refs: readonly AttachmentRef[],
  {
    adapter,
    ...context
  }: Pick<AttachmentContext, 'roots' | 'reads' | 'signal'> & { readonly adapter: LLMAdapter },
): Promise<readonly Attachment[]> {
  if (refs.length === 0) return [];
  const budgetChars = getOutputBudget(adapter).maxTokens * CHARS_A_TOKEN;
  try {
    context.signal.throwIfAborted();
    return await resolve(refs, { ...context, budgetChars, imagesAllowed: true });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const problem = context.signal.aborted ? 'It was not read: the turn was cancelled.' : reason;
    return refs.map((ref) => ({ ref, problem }));
  }
}
