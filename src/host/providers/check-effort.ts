import { modelName } from '../../actors/llm/model-name.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { type Effort, EFFORTS, type LLMConfig, type ModelCapabilities } from '../../actors/protocol/llm.js';
import { OFFLINE } from './offline.js';

/** The efforts that a model may take, as far as is known; none for one that does not reason. */
export function listEfforts({ reasoning, efforts = EFFORTS }: ModelCapabilities = {}): readonly Effort[] {
  return reasoning === false ? [] : efforts;
}

/** Errors: `SettingsError` when the model does not take the effort that it is asked with, as far as is known. */
export function checkEffort(
  config: Pick<LLMConfig, 'provider' | 'model' | 'effort'>,
  capabilities: ModelCapabilities | undefined,
): void {
  const { provider, effort } = config;
  if (effort === undefined) return;
  const efforts = provider === OFFLINE.provider ? [] : listEfforts(capabilities);
  if (efforts.includes(effort)) return;
  const name = modelName(config);
  throw new SettingsError(
    efforts.length === 0
      ? `${name} does not reason, so that there is no effort to choose: leave it out.`
      : `${name} does not take the effort "${effort}". It takes ${efforts.join(', ')}.`,
    { setting: 'effort' },
  );
}
