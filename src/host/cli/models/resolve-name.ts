import { modelName } from '../../../actors/llm/model-name.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { findModel, findRecord } from '../../providers/find-model.js';
import { BUILT_IN_APIS, KEY_VARIABLES } from '../../providers/homes.js';
import { OFFLINE } from '../../providers/offline.js';
import type { ProviderSettings } from '../../providers/provider-record.js';
import { type ModelSettings, resolveModel } from '../../settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What the name of a model is resolved with. */
export interface NameContext {
  /** What the command line says of one server. */
  readonly given: ModelSettings;
  readonly env: Environment;
  readonly providers: ProviderSettings;
  /** The model that was chosen at the start. Default: none, and the name is that of `--model`. */
  readonly chosen?: LLMConfig;
}

/**
 * The model of a name as a person types it: behind `--model`, or in a chat, where it is never the offline one unless it
 * says so, whatever was chosen before. Errors: `SettingsError`.
 */
export function resolveName(name: string, context: NameContext): LLMConfig {
  const { given, env, providers, chosen } = context;
  if (chosen === undefined) return resolveModel({ ...given, model: name }, env, providers);
  if (name === OFFLINE.provider || name === modelName(OFFLINE)) return OFFLINE;
  // The address and the key of the command line are not for a provider that has its own.
  const configured = findModel(name, providers);
  if (configured !== undefined) return configured;
  if (isOfOtherCompany(name, context)) {
    const keys = Object.fromEntries(KEY_VARIABLES.map((variable) => [variable, env[variable]]));
    return resolveModel({ model: name }, keys, providers);
  }
  const { provider: named, effort: _ofTheFirst, ...rest } = given;
  const provider = named ?? findRecord(chosen.provider, providers)?.id;
  const isReal = provider !== undefined && provider !== OFFLINE.provider;
  const isStandIn = env['TROUPE_PROVIDER'] === OFFLINE.provider;
  return resolveModel(
    { ...rest, ...(isReal ? { provider } : {}), model: name },
    isStandIn ? { ...env, TROUPE_PROVIDER: '' } : env,
    providers,
  );
}

/**
 * Whether a name begins with a company whose API Troupe speaks, while another one's was named: neither has models with
 * slashes in their names, and the key of the one is not for the other.
 */
function isOfOtherCompany(name: string, { given, env, providers, chosen }: NameContext): boolean {
  const named = given.provider ?? env['TROUPE_PROVIDER'] ?? '';
  const isAtHome = chosen?.provider === named && chosen.baseUrl === undefined;
  if (!isAtHome || !BUILT_IN_APIS.includes(named) || findRecord(named, providers) !== undefined) return false;
  return BUILT_IN_APIS.some((api) => api !== named && name.startsWith(`${api}/`));
}
