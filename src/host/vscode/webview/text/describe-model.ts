import type { ViewStatus } from '../../../../actors/protocol/ui.js';

// How providers write their own names.
const PROVIDER_NAMES: Readonly<Record<string, string>> = { openai: 'OpenAI' };

/** Who answers: the name of the model, and that name with its server. */
export function describeModel(status: Pick<ViewStatus, 'provider' | 'model' | 'host' | 'offersSetup'>): {
  readonly name: string;
  readonly whole: string;
} {
  const { provider, model, host, offersSetup } = status;
  if (offersSetup === true || model === '') return { name: 'No model', whole: 'No model is set up' };
  const server = host === undefined ? `from ${PROVIDER_NAMES[provider] ?? provider}` : `on ${host}`;
  return { name: model, whole: `${model} ${server}` };
}
