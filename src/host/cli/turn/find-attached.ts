import type { UserInput } from '../../../actors/protocol/attachment.js';
import { WorkspaceGate } from '../../../actors/tools/gate/workspace-gate.js';
import type { Host } from '../../api.js';
import { findMentions, type MentionedInput } from '../../attachments/find-mentions.js';
import { createResourceReader } from '../../mcp/create-resource-reader.js';
import { nodeFiles } from '../../node/files.js';

/** A typed message with the files, folders and resources of servers that it mentions. Errors: the signal's reason. */
export function findAttached(
  typed: UserInput,
  { workspace: { roots, ref: workspace }, mcp }: Host,
  signal: AbortSignal,
): Promise<MentionedInput> {
  const gate = new WorkspaceGate(roots, nodeFiles);
  const readResource = createResourceReader(mcp);
  return findMentions(typed, { workspace, files: nodeFiles, gate, readResource }, signal);
}
