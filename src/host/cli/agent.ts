import { resolve } from 'node:path';
import { SettingsError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig } from '../../actors/protocol/llm.js';
import type { ThreadId } from '../../actors/protocol/thread.js';
import type { Host } from '../api.js';
import type { InstructionsOptions } from '../instructions/instructions-options.js';
import { findInstructions } from '../node/instructions/find-instructions.js';
import { liesInside } from '../node/lies-inside.js';
import { findSettingsFile, readSettingsFile } from '../node/settings-file.js';
import { readKeyFile } from '../node/key-file.js';
import { loadProviders } from '../node/providers-file.js';
import { checkEffort } from '../providers/check-effort.js';
import { explainUnknownProvider } from '../providers/find-model.js';
import { BUILT_IN_APIS, KEY_VARIABLES } from '../providers/homes.js';
import type { ProviderSettings } from '../providers/provider-record.js';
import { knownProviders, type ModelSettings, resolveModel } from '../settings.js';
import { type AgentOptions, limitsOf, type ModelOptions } from './agent-options.js';
import { toApprovalPolicy } from './approvals/auto-approve.js';
import type { AskingTerminal } from './terminal/asking-terminal.js';
import { awaitServers, personOf } from './mcp-person.js';
import { ModelCatalog } from './models/model-catalog.js';
import { requirePath } from './files/require-path.js';
import { notify, type Session } from './session.js';
import { tellMissingSandbox } from './tell-missing-sandbox.js';
import { withHost } from './with-host.js';
import type { FileThreadLibrary } from '../node/threads/library/file-thread-library.js';
import { openForConversation } from './threads/open-library.js';
import { findNamedThread } from './threads/resume-thread.js';

// The providers that need no program to register them.
const BUILT_IN: readonly string[] = ['offline', ...BUILT_IN_APIS];

/** An agent, and the host that it runs on. */
export interface Agent {
  readonly host: Host;
  /** Where the conversation is stored. Absent: nowhere. */
  readonly library?: FileThreadLibrary;
  /** The conversation to continue. */
  readonly named?: ThreadId;
  /** The model that was chosen at the start. */
  readonly model: LLMConfig;
  /** The model of a name: `provider/model`, or one of the provider that was chosen. Errors: `SettingsError`. */
  readonly resolveModel: (name: string) => Promise<LLMConfig>;
  /** The models that the person can choose. */
  readonly catalog: ModelCatalog;
}

/** The configuration of an agent that has not started. */
export interface AgentPlan {
  readonly given: ModelSettings;
  readonly model: LLMConfig;
  readonly catalog: ModelCatalog;
  readonly providers: ProviderSettings;
  /** Keys, which must never be written to a file. */
  readonly secrets: readonly string[];
  /** The files that hold them. */
  readonly secretFiles: readonly string[];
  /** The names of the variables that hold them, besides the well-known ones. */
  readonly secretVariables: readonly string[];
}

/** What the command line and the files of a person say of models and their servers. Errors: `SettingsError`. */
export async function readModelSettings(
  { provider, model, baseUrl, apiKeyFile, effort, fallbackModel }: ModelOptions,
  root: string,
): Promise<Omit<AgentPlan, 'model' | 'catalog'>> {
  const apiKey = apiKeyFile === undefined ? undefined : await readKeyFile(apiKeyFile);
  const { env } = process;
  const { secrets, secretFiles, secretVariables, ...providers } = await loadProviders(env, [root]);
  const keys = [apiKey, env['TROUPE_API_KEY'], ...KEY_VARIABLES.map((name) => env[name])];
  return {
    given: omitUndefined({ provider, model, baseUrl, apiKey, effort, fallback: fallbackModel }),
    providers,
    secrets: [...keys.flatMap((key) => key ?? []), ...secrets],
    secretFiles: apiKeyFile === undefined ? secretFiles : [...secretFiles, apiKeyFile],
    secretVariables,
  };
}

/** What an agent is started with. */
export interface AgentStart {
  readonly session: Session;
  readonly plan: AgentPlan;
  readonly options: AgentOptions;
}

/** Errors: `SettingsError`. */
export async function planAgent(options: ModelOptions, root: string): Promise<AgentPlan> {
  const settings = await readModelSettings(options, root);
  const { given, providers } = settings;
  const { env } = process;
  const chosen = requireBuiltIn(resolveModel(given, env, providers), providers);
  const catalog = new ModelCatalog({ given, providers, env, chosen });
  const model = await catalog.lists.addTo(chosen);
  const { effort } = given;
  if (effort !== undefined) checkEffort({ ...model, effort }, catalog.describe(model).capabilities);
  return { ...settings, model, catalog };
}

/** The instructions that the options allow and name. Errors: `FileNotFoundError` for a named file that does not exist. */
async function findOwnInstructions(
  root: string,
  { instructions }: AgentOptions,
): Promise<false | InstructionsOptions> {
  if (instructions === false) return false;
  await requirePath(process.cwd(), instructions);
  return findInstructions(
    process.env,
    [root],
    instructions === undefined ? undefined : resolve(instructions),
  );
}

/** Starts an agent and runs `work` with it. `terminal` is where a person can be asked. Resolves to the exit code. */
export async function withAgent(
  { session, plan, options }: AgentStart,
  work: (agent: Agent) => Promise<number>,
  terminal?: AskingTerminal,
): Promise<number> {
  await using library = await openForConversation(
    session.root,
    (sentence) => notify(session, sentence),
    options,
  );
  const named = await findNamedThread(library, options);
  return await withHost(
    session,
    {
      ...omitUndefined({ threadStore: library }),
      model: plan.model,
      limits: limitsOf(options),
      approvals: toApprovalPolicy(options.autoApprove),
      commands: { network: options.network === false ? 'never' : options.network },
      secretFiles: plan.secretFiles,
      secretVariables: plan.secretVariables,
      instructions: await findOwnInstructions(session.root, options),
      web: (await wantsWeb(options, session.root)) && {},
      mcp: { readsFiles: true, person: personOf(session, terminal) },
    },
    async (host) => {
      // Before anything is asked, in whose midst it would stand. Without a person nobody is asked.
      if (terminal !== undefined) await tellMissingSandbox(session, host);
      await awaitServers(session, host.mcp, terminal);
      const { catalog, model } = plan;
      return work({
        host,
        model,
        ...omitUndefined({ library, named }),
        resolveModel: async (name) =>
          catalog.lists.addTo(requireBuiltIn(catalog.resolve(name), plan.providers)),
        catalog,
      });
    },
  );
}

/** Whether the model is offered tools that reach the web. Errors: `SettingsError`. */
async function wantsWeb({ web }: AgentOptions, root: string): Promise<boolean> {
  if (web !== undefined) return web;
  const { webTools } = await readSettingsFile(process.env);
  // A file where the agent may write says nothing about what the person wants.
  return webTools && !liesInside(findSettingsFile(process.env), [root]);
}

/** The same model. Errors: `SettingsError` for a provider that the command line does not have. */
function requireBuiltIn(model: LLMConfig, providers: ProviderSettings): LLMConfig {
  const { provider, api = provider, fallback } = model;
  if (fallback !== undefined) requireBuiltIn(fallback, providers);
  if (BUILT_IN.includes(api)) return model;
  if (model.api === undefined) throw explainUnknownProvider(provider, knownProviders(providers));
  throw new SettingsError(
    `The provider "${provider}" speaks the API "${api}", which is not known here. Known: ${BUILT_IN.join(', ')}.`,
    { setting: 'api' },
  );
}
