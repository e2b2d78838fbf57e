import type { AgentMode } from '../agent.js';

/**
 * What calls may do in a mode. `asked`: only what a person or a rule of theirs allows, whatever the policy says of the
 * category. `looking`: commands run where they can change nothing and reach nothing.
 */
export interface Capabilities {
  readonly read: boolean;
  readonly write: boolean;
  readonly run: 'no' | 'looking' | 'yes';
  readonly network: 'no' | 'asked' | 'yes';
  readonly servers: 'no' | 'asked' | 'yes';
}

/** What each mode lets calls do, enforced where calls are judged and where they run. Source: SPEC A2, P. */
export const CAPABILITIES: Readonly<Record<AgentMode, Capabilities>> = {
  ask: { read: false, write: false, run: 'no', network: 'no', servers: 'no' },
  gather: { read: true, write: false, run: 'no', network: 'asked', servers: 'no' },
  plan: { read: true, write: false, run: 'looking', network: 'asked', servers: 'asked' },
  agent: { read: true, write: true, run: 'yes', network: 'yes', servers: 'yes' },
};

/** All modes, those that may do least first. */
export const AGENT_MODES = Object.keys(CAPABILITIES) as readonly AgentMode[];
