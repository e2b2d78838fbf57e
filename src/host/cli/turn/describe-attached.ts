import type { Attachment, AttachmentRef } from '../../../actors/protocol/attachment.js';
import { printMention } from '../../../actors/threads/mention-text.js';

/** What to tell a person about the attachments of a message. */
export interface AttachedReport {
  /** What is attached, each as the person would type it. */
  readonly attached: readonly string[];
  /** What is not attached, or only in part, as sentences. */
  readonly problems: readonly string[];
}

export function describeAttached(attachments: readonly Attachment[]): AttachedReport {
  return {
    attached: attachments.filter(({ problem }) => problem === undefined).map(({ ref }) => nameOf(ref)),
    problems: attachments.flatMap(describeProblem),
  };
}

function describeProblem({ ref, resolved, problem }: Attachment): readonly string[] {
  if (problem !== undefined) return [`${nameOf(ref)} is not attached: ${problem}`];
  return resolved?.note === undefined ? [] : [`${nameOf(ref)} is attached in part: ${resolved.note}`];
}

function nameOf(ref: AttachmentRef): string {
  switch (ref.kind) {
    case 'file':
    case 'selection':
      return printMention(ref);
    case 'folder':
      return printMention({ path: ref.path.replace(/\/?$/, '/') });
    case 'diagnostics':
      return ref.path === undefined ? 'problems' : `problems of ${printMention({ path: ref.path })}`;
    case 'output':
    case 'image':
      return ref.name;
    default:
      return ref satisfies never;
  }
}
