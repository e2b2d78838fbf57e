import type { Attachment, AttachmentRef, ResolvedText } from '../../actors/protocol/attachment.js';
import type { Diagnostics } from '../../actors/protocol/diagnostics.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { OutputBudget } from '../../actors/protocol/tool.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { ToolDeps } from '../../actors/tools/gate/tool-deps.js';

/** What attachments are read with. */
export interface AttachmentDeps extends ToolDeps {
  /** The first one is the root of relative paths. */
  readonly roots: readonly AbsPath[];
  /** Default: no editor is connected. */
  readonly diagnostics?: Diagnostics;
  /**
   * Why the content of a file or folder must not be shown, as a sentence; `undefined` when it may. `names` are its
   * absolute paths: as it was named, and with symbolic links resolved. Default: all inside the roots may be shown.
   */
  readonly refuse?: (names: readonly string[]) => Promise<string | undefined>;
}

/** The conversation that attachments are for. */
export interface AttachmentContext {
  /** Gets the files that were read. */
  readonly reads: ReadLog;
  readonly signal: AbortSignal;
  /** How much of the model's window all attachments of a message may take. */
  readonly budget: OutputBudget;
  readonly imagesAllowed: boolean;
}

/**
 * Reads what a person attached to a message.
 * Shape: one attachment for each reference, in their order. Errors: the signal's reason; what cannot be read has a
 * `problem`.
 */
export type ResolveAttachments = (
  refs: readonly AttachmentRef[],
  context: AttachmentContext,
) => Promise<readonly Attachment[]>;

/** The content of an attachment, before it is known how much room there is for it. */
export interface Content {
  /** The room for all of it. Units: tokens. */
  readonly tokens: number;
  /** Whether it cannot be cut. Default: it can. */
  readonly isWhole?: boolean;
  /** The attachment with as much of its content as fits. Errors: the signal's reason. */
  draw(maxTokens: number): Attachment | Promise<Attachment>;
}

/** Content that needs no room: the reason why an attachment has none. */
export function problemContent(ref: Attachment['ref'], problem: string): Content {
  return { tokens: 0, draw: () => ({ ref, problem }) };
}

/** A text; `cut` makes a shorter one of it where it does not fit. */
export function textContent(
  ref: Attachment['ref'],
  whole: ResolvedText,
  { budget }: Pick<AttachmentContext, 'budget'>,
  cut: (room: OutputBudget) => ResolvedText | Promise<ResolvedText>,
): Content {
  const tokens = budget.estimateTokens(whole.text) + budget.estimateTokens(whole.note ?? '');
  return {
    tokens,
    draw: async (maxTokens) => ({
      ref,
      resolved: tokens <= maxTokens ? whole : await cut({ ...budget, maxTokens }),
    }),
  };
}
