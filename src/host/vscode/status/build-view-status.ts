import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { OpenFolders } from '../settings/folders.js';
import { getIndexState } from './get-index-state.js';
import type { HostState } from '../engine/lazy-host.js';
import type { ModelChoice } from '../settings/model-config.js';
import type { Settings } from '../settings/settings.js';

/** Everything that the status of the view depends on. */
export interface StatusContext {
  readonly folders: OpenFolders;
  readonly settings: Settings;
  /** A sentence for each invalid setting. */
  readonly settingProblems: readonly string[];
  readonly model: ModelChoice;
  readonly host: HostState;
  /** The mode that the person chose; `undefined` while the setting decides. */
  readonly chosenMode: AgentMode | undefined;
  readonly isTrusted: boolean;
}

/** The status that the view shows around the conversation. */
export function buildViewStatus(facts: StatusContext): ViewStatus {
  const { settings } = facts;
  const problem = findProblem(facts);
  return {
    mode: effectiveMode(facts.chosenMode ?? settings.mode, facts.isTrusted),
    provider: settings.provider,
    model: settings.provider === 'offline' ? 'rules' : settings.model,
    index: getIndexState(facts.host),
    isTrusted: facts.isTrusted,
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The mode in effect: in restricted mode at most `gather`, whatever was chosen. */
function effectiveMode(mode: AgentMode, isTrusted: boolean): AgentMode {
  return mode === 'agent' && !isTrusted ? 'gather' : mode;
}

/** Why no question can be asked now, as sentences. */
function findProblem({
  folders,
  settingProblems,
  model,
  host,
}: Pick<StatusContext, 'folders' | 'settingProblems' | 'model' | 'host'>): string | undefined {
  if ('problem' in folders) return folders.problem;
  if (settingProblems.length > 0) return settingProblems.join(' ');
  if ('problem' in model) return model.problem;
  return host.status === 'failed' ? host.error.message : undefined;
}
