import type { Attachment, AttachmentRef, UserInput } from '../../../actors/protocol/attachment.js';
import { printMention } from '../../../actors/protocol/mention-text.js';
import { type UserContent, userContent } from '../../../actors/threads/user-text.js';
import { WorkspaceGate } from '../../../actors/tools/gate/workspace-gate.js';
import type { Host } from '../../api.js';
import { findMentions } from '../../attachments/find-mentions.js';
import type { AgentEngine } from '../../engine.js';
import { nodeFiles } from '../../node/files.js';

/** A person's message in the form that the engine takes, and what to tell the person about it. */
export interface WrittenMessage extends UserContent {
  /** What is attached, each as the person would type it. */
  readonly attached: readonly string[];
  /** What is not attached, or only in part, as sentences. */
  readonly problems: readonly string[];
}

/**
 * Writes a message with what it mentions and what is attached to it. An engine that takes `UserInput` gets the input of
 * `findMentions` in place of this text.
 * Errors: the signal's reason.
 */
export async function writeMessage(
  typed: UserInput,
  {
    host,
    engine,
    signal,
  }: { readonly host: Host; readonly engine: AgentEngine; readonly signal: AbortSignal },
): Promise<WrittenMessage> {
  const { roots, ref: workspace } = host.workspace;
  const deps = { workspace, files: nodeFiles, gate: new WorkspaceGate(roots, nodeFiles) };
  const { input, notices } = await findMentions(typed, deps, signal);
  const attachments = await engine.attach(input.attachments ?? [], signal);
  return {
    ...userContent(input.text, attachments),
    attached: attachments.filter(({ problem }) => problem === undefined).map(({ ref }) => nameOf(ref)),
    problems: [...notices, ...attachments.flatMap(describeProblem)],
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
