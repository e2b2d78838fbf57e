import { SettingsError } from '../../actors/protocol/errors.js';
import type { LLMConfig } from '../../actors/protocol/llm.js';
import type { Host } from '../api.js';
import { createDiskChanges } from '../node/create-disk-changes.js';
import { readKeyFile } from '../node/key-file.js';
import { loadProviders } from '../node/providers-file.js';
import { stateDirectory } from '../node/state-directory.js';
import { explainUnknownProvider, findModel, findRecord } from '../providers/find-model.js';
import type { ProviderSettings } from '../providers/provider-record.js';
import { knownProviders, type ModelSettings, resolveModel } from '../settings.js';
import { OFFLINE } from '../providers/offline.js';
import { type AgentOptions, limitsOf } from './agent-options.js';
import { toApprovalPolicy } from './approvals/auto-approve.js';
import { RecordedChanges } from './commands/recorded-changes.js';
import { type Session, withHost } from './session.js';

// The providers that need no program to register them.
const BUILT_IN: readonly string[] = ['offline', 'openai'];

/** An agent, and the host that it runs on. */
export interface Agent {
  readonly host: Host;
  readonly changes: RecordedChanges;
  /** The model of a name: `provider/model`, or one of the provider that was chosen. Errors: `SettingsError`. */
  readonly resolveModel: (name: string) => LLMConfig;
}

/** The configuration of an agent that has not started. */
export interface AgentPlan {
  readonly given: ModelSettings;
  readonly model: LLMConfig;
  readonly providers: ProviderSettings;
  /** Keys, which must never be written to a file. */
  readonly secrets: readonly string[];
  /** The files that hold them. */
  readonly secretFiles: readonly string[];
  /** The names of the variables that hold them, besides the well-known ones. */
  readonly secretVariables: readonly string[];
}

/** Errors: `SettingsError`. */
export async function planAgent(options: AgentOptions, root: string): Promise<AgentPlan> {
  const { provider, model, baseUrl, apiKeyFile } = options;
  const apiKey = apiKeyFile === undefined ? undefined : await readKeyFile(apiKeyFile);
  const given: ModelSettings = {
    ...(provider === undefined ? {} : { provider }),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
  const { env } = process;
  const { secrets, secretFiles, secretVariables, ...providers } = await loadProviders(env, [root]);
  const keys = [apiKey, env['TROUPE_API_KEY'], env['OPENAI_API_KEY']];
  return {
    given,
    model: requireBuiltIn(resolveModel(given, env, providers), providers),
    providers,
    secrets: [...keys.flatMap((key) => key ?? []), ...secrets],
    secretFiles: apiKeyFile === undefined ? secretFiles : [...secretFiles, apiKeyFile],
    secretVariables,
  };
}

/** Starts an agent and runs `work` with it. Resolves to the exit code. */
export function withAgent(
  session: Session,
  plan: AgentPlan,
  options: AgentOptions,
  work: (agent: Agent) => Promise<number>,
): Promise<number> {
  const changes = new RecordedChanges(createDiskChanges(stateDirectory()), session.root);
  return withHost(
    session,
    {
      model: plan.model,
      // The first model request does not need the index.
      waitsForIndex: false,
      limits: limitsOf(options),
      approvals: toApprovalPolicy(options.autoApprove),
      changes,
      commands: { network: options.network === false ? 'never' : options.network },
      secretFiles: plan.secretFiles,
      secretVariables: plan.secretVariables,
    },
    (host) =>
      work({
        host,
        changes,
        resolveModel: (name) => requireBuiltIn(resolveOther(plan, name), plan.providers),
      }),
  );
}

/** The same model. Errors: `SettingsError` for a provider that the command line does not have. */
function requireBuiltIn(model: LLMConfig, providers: ProviderSettings): LLMConfig {
  const { provider, api = provider } = model;
  if (BUILT_IN.includes(api)) return model;
  if (model.api === undefined) throw explainUnknownProvider(provider, knownProviders(providers));
  throw new SettingsError(
    `The provider "${provider}" speaks the API "${api}", which is not known here. Known: ${BUILT_IN.join(', ')}.`,
    { setting: 'api' },
  );
}

/** A named model is never the offline one, whatever was chosen before. */
function resolveOther({ given, model, providers }: AgentPlan, name: string): LLMConfig {
  if (name === OFFLINE.provider) return OFFLINE;
  // The address and the key of the command line are not for a provider that has its own.
  const configured = findModel(name, providers);
  if (configured !== undefined) return configured;
  const { provider: chosen, ...rest } = given;
  const { env } = process;
  const provider = chosen ?? findRecord(model.provider, providers)?.id;
  const isReal = provider !== undefined && provider !== OFFLINE.provider;
  const isStandIn = env['TROUPE_PROVIDER'] === OFFLINE.provider;
  return resolveModel(
    { ...rest, ...(isReal ? { provider } : {}), model: name },
    isStandIn ? { ...env, TROUPE_PROVIDER: '' } : env,
    providers,
  );
}
