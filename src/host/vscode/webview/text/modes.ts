import type { AgentMode } from '../../../../actors/protocol/agent.js';

interface ModeText {
  readonly mode: AgentMode;
  readonly label: string;
  /** What Troupe does in it, as a phrase. */
  readonly description: string;
  /** The name of a codicon. */
  readonly icon: string;
}

/** The modes as the composer offers them. */
export const MODES: readonly ModeText[] = [
  { mode: 'ask', label: 'Ask', description: 'Answers without tools', icon: 'comment' },
  {
    mode: 'gather',
    label: 'Read only',
    description: 'Reads and searches, changes nothing',
    icon: 'eye',
  },
  {
    mode: 'agent',
    label: 'Agent',
    description: 'May edit files and run commands, and asks you first',
    icon: 'tools',
  },
];

/** Why a mode cannot be chosen in restricted mode. */
export const NEEDS_TRUST = 'Not in restricted mode: trust this folder first';
