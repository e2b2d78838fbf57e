import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { MODEL_TEXTS } from '../../words/model-words.js';

const PROVIDER_NAMES: Readonly<Record<string, string>> = MODEL_TEXTS.providers;

/** Who answers: the name of the model with its effort, and both with the server. */
export function describeModel(
  status: Pick<ViewStatus, 'provider' | 'model' | 'effort' | 'host' | 'offersSetup'>,
): {
  readonly name: string;
  readonly whole: string;
} {
  const { provider, model, effort, host, offersSetup } = status;
  if (offersSetup === true || model === '') return { name: MODEL_TEXTS.none, whole: MODEL_TEXTS.noneSetUp };
  const whole =
    host === undefined
      ? MODEL_TEXTS.from(model, PROVIDER_NAMES[provider] ?? provider)
      : MODEL_TEXTS.on(model, host);
  return effort === undefined
    ? { name: model, whole }
    : { name: MODEL_TEXTS.atEffort(model, effort), whole: MODEL_TEXTS.withEffort(whole, effort) };
}
