import { getAttachmentBudget } from '../../actors/context/output-budget.js';
import type { Attachment, AttachmentRef, UserInput } from '../../actors/protocol/attachment.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { BodyOf } from '../../actors/protocol/thread.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { AttachmentContext, ResolveAttachments } from '../attachments/attachment-context.js';

/** Attachments for an engine that cannot read files: those that bring their own content have it, the others do not. */
export const resolveWithoutFiles: ResolveAttachments = (refs) =>
  Promise.resolve(
    refs.map((ref): Attachment => {
      if (ref.kind === 'selection' || ref.kind === 'output') return { ref, resolved: { text: ref.text } };
      return ref.kind === 'image' ? { ref } : { ref, problem: 'It cannot be read here.' };
    }),
  );

/** What reads the attachments of messages. */
export interface AttachmentReader {
  readonly resolveAttachments: ResolveAttachments;
}

interface MessageContext extends Pick<AttachmentContext, 'reads' | 'signal'> {
  /** Of the turn that reads the message. */
  readonly plan: { readonly adapter: LLMAdapter };
}

/** A message of the person with its attachments read. */
export type Message = Omit<BodyOf<'user_message'>, 'kind'>;

/** Reads what is attached to a message. Never rejects. */
export async function resolveMessage(
  { resolveAttachments: resolve }: AttachmentReader,
  input: string | UserInput,
  { plan: { adapter }, ...context }: MessageContext,
): Promise<Message> {
  const { text, attachments = [] } = typeof input === 'string' ? { text: input } : input;
  return { text, attachments: await resolveAll(resolve, attachments, { ...context, adapter }) };
}

/** Resolves attachments; one that fails as a whole leaves each reference with the problem. Never rejects. */
async function resolveAll(
  resolve: ResolveAttachments,
  refs: readonly AttachmentRef[],
  { adapter, ...context }: Pick<AttachmentContext, 'reads' | 'signal'> & { readonly adapter: LLMAdapter },
): Promise<readonly Attachment[]> {
  if (refs.length === 0) return [];
  try {
    context.signal.throwIfAborted();
    const budget = getAttachmentBudget(adapter);
    return await resolve(refs, { ...context, budget, imagesAllowed: adapter.capabilities?.images !== false });
  } catch (error) {
    const reason = messageOf(error);
    const problem = context.signal.aborted ? 'It was not read: the turn was cancelled.' : reason;
    return refs.map((ref) => ({ ref, problem }));
  }
}
