import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { OpenFolders } from '../settings/folders.js';
import { indexState } from './index-state.js';
import type { HostState } from '../engine/lazy-host.js';
import type { ModelChoice } from '../settings/model-config.js';
import type { Settings } from '../settings/settings.js';

/** All that the line around the conversation is made of. */
export interface StatusFacts {
  readonly folders: OpenFolders;
  readonly settings: Settings;
  /** A sentence for each setting that cannot be used. */
  readonly settingProblems: readonly string[];
  readonly model: ModelChoice;
  readonly host: HostState;
  /** What the person chose; the setting counts until they do. */
  readonly chosenMode: AgentMode | undefined;
  readonly isTrusted: boolean;
}

/** What the view shows around the conversation. */
export function viewStatus(facts: StatusFacts): ViewStatus {
  const { settings } = facts;
  const problem = findProblem(facts);
  return {
    mode: effectiveMode(facts.chosenMode ?? settings.mode, facts.isTrusted),
    provider: settings.provider,
    model: settings.provider === 'offline' ? 'rules' : settings.model,
    index: indexState(facts.host),
    isTrusted: facts.isTrusted,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** In restricted mode nothing but reading is offered, whatever was chosen. */
function effectiveMode(mode: AgentMode, isTrusted: boolean): AgentMode {
  return mode === 'agent' && !isTrusted ? 'gather' : mode;
}

/** Why nothing can be asked now, as sentences. */
function findProblem({
  folders,
  settingProblems,
  model,
  host,
}: Pick<StatusFacts, 'folders' | 'settingProblems' | 'model' | 'host'>): string | undefined {
  if ('problem' in folders) return folders.problem;
  if (settingProblems.length > 0) return settingProblems.join(' ');
  if ('problem' in model) return model.problem;
  return host.status === 'failed' ? host.error.message : undefined;
}
