import type { AgentMode } from '../../../../actors/protocol/agent.js';
import { MODE_TEXTS } from '../../words/view-words.js';

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
  { mode: 'ask', ...MODE_TEXTS.ask, icon: 'comment' },
  { mode: 'gather', ...MODE_TEXTS.gather, icon: 'eye' },
  { mode: 'plan', ...MODE_TEXTS.plan, icon: 'checklist' },
  { mode: 'agent', ...MODE_TEXTS.agent, icon: 'tools' },
];
