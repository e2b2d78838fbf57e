import type { AgentMode } from '../../../actors/protocol/agent.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { CAPABILITIES } from '../../../actors/protocol/modes/capabilities.js';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import { findHostedPreset } from '../../providers/presets.js';
import type { EditorContext } from '../settings/editor-context.js';
import { getIndexState } from './get-index-state.js';
import { foreignHostOf } from '../settings/model-config.js';
import type { HostState } from '../engine/lazy-host.js';

/** The part of the editor's context that the status depends on. */
export type StatusContext = Pick<
  EditorContext,
  'folders' | 'settings' | 'settingProblems' | 'settingWarnings' | 'model' | 'isTrusted'
>;

/**
 * The status that the view shows around the conversation. `chosenMode` is the mode that the person chose; `undefined`
 * while the setting decides. `more`: what the window shows beside it.
 */
export function buildViewStatus(
  facts: StatusContext,
  chosenMode: AgentMode | undefined,
  state: HostState,
  more: Pick<ViewStatus, 'activeFile' | 'folders' | 'context' | 'usage' | 'terminals'> = {},
): ViewStatus {
  const { settings } = facts;
  const host = findServer(facts);
  return {
    mode: effectiveMode(chosenMode ?? settings.mode, facts.isTrusted),
    provider: settings.provider === 'openai' ? nameServer(settings.baseUrl) : settings.provider,
    model: settings.provider === 'offline' ? 'rules' : settings.model,
    ...findEffort(facts),
    ...omitUndefined({ host }),
    index: getIndexState(state),
    isTrusted: facts.isTrusted,
    ...('paths' in facts.folders && facts.folders.paths.length === 0 ? { isWithoutFolder: true } : {}),
    ...findProblem(facts, state),
    ...(facts.settingWarnings.length === 0 ? {} : { warning: facts.settingWarnings.join(' ') }),
    ...(settings.provider === 'offline' ? { offersSetup: true } : {}),
    ...more,
  };
}

/** The effort of the settings, or that of the model's record. */
function findEffort({ model }: StatusContext): Pick<ViewStatus, 'effort'> {
  const effort = 'model' in model ? model.model.effort : undefined;
  return omitUndefined({ effort });
}

/** The host and port that get messages and files, where that is not the provider's own. */
function findServer({ settings, model }: StatusContext): string | undefined {
  if (settings.provider === 'offline' || settings.provider === 'vscode') return undefined;
  const known = 'model' in model ? model.model.baseUrl : undefined;
  return foreignHostOf(known ?? (settings.provider === 'openai' ? settings.baseUrl : ''));
}

/** The company whose server has an address, or else the server itself. */
function nameServer(baseUrl: string): string {
  return findHostedPreset(baseUrl)?.label ?? foreignHostOf(baseUrl) ?? baseUrl;
}

/** The mode in effect: in restricted mode at most `gather`, whatever was chosen, as nothing runs there. */
export function effectiveMode(mode: AgentMode, isTrusted: boolean): AgentMode {
  return isTrusted || CAPABILITIES[mode].run === 'no' ? mode : 'gather';
}

/** Why no question can be asked now, as sentences, and the command that helps. */
function findProblem(
  { folders, settings, settingProblems, model }: StatusContext,
  host: HostState,
): Pick<ViewStatus, 'problem' | 'remedy'> {
  if ('problem' in folders) return { problem: folders.problem, remedy: 'openFolder' };
  if (settingProblems.length > 0) return { problem: settingProblems.join(' '), remedy: 'openSettings' };
  if ('problem' in model)
    return { problem: model.problem, remedy: settings.model === '' ? 'selectModel' : 'setApiKey' };
  return host.status === 'failed' ? { problem: host.error.message, remedy: 'showOutput' } : {};
}
