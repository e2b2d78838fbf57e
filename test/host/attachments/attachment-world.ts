import type { Attachment, AttachmentRef } from '../../../src/actors/protocol/attachment.js';
import type { ReadLog } from '../../../src/actors/protocol/file-changes.js';
import type { OutputBudget } from '../../../src/actors/protocol/tool.js';
import type { AttachmentDeps } from '../../../src/host/attachments/attachment-context.js';
import { resolveAttachments } from '../../../src/host/attachments/resolve-attachments.js';
import { makeToolWorld, type ToolWorld } from '../../actors/tools/tool-world.js';

/** A token a character, so that a test can count them. */
const PLENTY: OutputBudget = { maxTokens: 100_000, estimateTokens: (text) => text.length };

interface ResolveOptions {
  readonly maxTokens?: number;
  readonly imagesAllowed?: boolean;
  readonly signal?: AbortSignal;
  readonly deps?: Partial<AttachmentDeps>;
}

export interface AttachmentWorld extends ToolWorld {
  readonly reads: ReadLog;
  resolve(refs: readonly AttachmentRef[], options?: ResolveOptions): Promise<readonly Attachment[]>;
}

/** A world of tools whose conversation has attachments. */
export function makeAttachmentWorld(...given: Parameters<typeof makeToolWorld>): AttachmentWorld {
  const world = makeToolWorld(...given);
  const reads: ReadLog = world.context.reads ?? new Map();
  return {
    ...world,
    reads,
    resolve: (refs, { maxTokens, imagesAllowed = true, signal = world.context.signal, deps } = {}) =>
      resolveAttachments(
        refs,
        { ...world.deps, roots: world.roots, ...deps },
        {
          reads,
          signal,
          budget: { ...PLENTY, ...(maxTokens === undefined ? {} : { maxTokens }) },
          imagesAllowed,
        },
      ),
  };
}
