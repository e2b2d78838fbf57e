import type { LLMAdapter } from '../actors/protocol/llm.js';
import type { Shell } from '../actors/protocol/shell.js';
import type { AbsPath } from '../actors/protocol/workspace.js';
import { type EditFileParams, pathsOfEdit } from '../actors/tools/files/edit-file.js';
import type { ToolRegistry } from '../actors/tools/calls/registry.js';
import { AgentEngine } from './engine.js';
import type { EngineOptions, HostOptions } from './host-options.js';
import { loadBashParser } from './node/bash-parser.js';
import { createGlobExpander } from './node/expand-glob.js';
import { followLinks } from './node/follow-links.js';

/** The parts that all engines of a host share. */
export interface EngineParts {
  readonly adapter: LLMAdapter;
  readonly tools: ToolRegistry;
  readonly roots: readonly AbsPath[];
  /** Its sandbox affects how commands are judged. */
  readonly shell: Pick<Shell, 'sandboxState'>;
}

/**
 * Composes an engine that judges calls with the means of this machine: a parser for commands, and the disk for paths.
 */
export function composeEngine(
  { adapter, tools, roots, shell }: EngineParts,
  options: Pick<HostOptions, 'approvals' | 'approvalRules' | 'approvalStore' | 'clock'> &
    Pick<EngineOptions, 'limits' | 'history'>,
): AgentEngine {
  const { limits, history, approvals, approvalRules, approvalStore, clock } = options;
  return new AgentEngine({
    adapter,
    tools,
    roots,
    ...(clock === undefined ? {} : { clock }),
    ...(limits === undefined ? {} : { limits }),
    ...(history === undefined ? {} : { history }),
    ...(approvals === undefined ? {} : { approvals }),
    judging: {
      loadParser: loadBashParser,
      followLinks,
      createGlobExpander,
      sandboxState: () => shell.sandboxState,
      pathsOf: ({ tool, params }) => (tool === 'edit_file' ? pathsOfEdit(params as EditFileParams) : []),
      ...(approvalRules === undefined ? {} : { rules: approvalRules }),
      ...(approvalStore === undefined ? {} : { store: approvalStore }),
    },
  });
}
