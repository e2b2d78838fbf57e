import type { ViewStatus } from '../../../../actors/protocol/ui.js';
import { MODEL_TEXTS } from '../../words/view-words.js';

const PROVIDER_NAMES: Readonly<Record<string, string>> = MODEL_TEXTS.providers;

/** Who answers: the name of the model, and that name with its server. */
export function describeModel(status: Pick<ViewStatus, 'provider' | 'model' | 'host' | 'offersSetup'>): {
  readonly name: string;
  readonly whole: string;
} {
  const { provider, model, host, offersSetup } = status;
  if (offersSetup === true || model === '') return { name: MODEL_TEXTS.none, whole: MODEL_TEXTS.noneSetUp };
  const whole =
    host === undefined
      ? MODEL_TEXTS.from(model, PROVIDER_NAMES[provider] ?? provider)
      : MODEL_TEXTS.on(model, host);
  return { name: model, whole };
}
