import type { AgentMode } from '../../actors/protocol/agent.js';
import type { ExpandedCommand, OwnCommand } from './own-commands.js';
import type { Skill } from './skill-shelf.js';

/**
 * The commands and skills of the person and of the workspace, as they are on the disk, and the prompts of MCP servers as
 * commands.
 */
export interface HostInstructions {
  /** `problems` says, as sentences, which files and prompts cannot be used. */
  listCommands(): Promise<{ readonly commands: readonly OwnCommand[]; readonly problems: readonly string[] }>;
  /**
   * What is sent for `/name argument` in a turn of this mode; `undefined` when there is no such command.
   * Errors: for a prompt of a server, `SettingsError` when an argument is missing, `ToolExecutionError`, and the signal's
   * reason.
   */
  expandCommand(
    name: string,
    argument: string,
    mode: AgentMode,
    signal?: AbortSignal,
  ): Promise<ExpandedCommand | undefined>;
  /** `problems` says, as sentences, which files cannot be used. */
  listSkills(): Promise<{ readonly skills: readonly Skill[]; readonly problems: readonly string[] }>;
}

/** What a host has that reads no instructions. */
export const NO_INSTRUCTIONS: HostInstructions = {
  listCommands: () => Promise.resolve({ commands: [], problems: [] }),
  expandCommand: () => Promise.resolve(undefined),
  listSkills: () => Promise.resolve({ skills: [], problems: [] }),
};
