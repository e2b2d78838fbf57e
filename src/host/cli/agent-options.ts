import { type Command, InvalidArgumentError, Option } from 'commander';
import type { NetworkPolicy } from '../../actors/approvals/plan-access.js';
import type { AgentMode, RunLimits } from '../../actors/protocol/agent.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { type Effort, EFFORTS } from '../../actors/protocol/llm.js';
import { AGENT_MODES } from '../../actors/protocol/modes/capabilities.js';
import type { ThreadFlags } from './threads/open-library.js';
import { AUTO_APPROVALS, type AutoApproval, readAutoApproval } from './approvals/auto-approve.js';

/** The options that name a model and its server. */
export interface ModelOptions {
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly effort?: Effort;
  readonly fallbackModel?: string;
}

/** The options that `chat` and `run` share. */
export interface AgentOptions extends ThreadFlags, ModelOptions {
  readonly mode: AgentMode;
  readonly maxIterations?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
  readonly autoApprove: readonly AutoApproval[];
  /**
   * A file with instructions of the person's own. `false`: no rules files, skills and commands are read, of the workspace
   * and of the person.
   */
  readonly instructions?: string | false;
  /** Whether the model is offered tools that reach the web. Absent: as the settings say. */
  readonly web?: boolean;
  /** `false` stands for `never`. */
  readonly network: NetworkPolicy | false;
}

/** Adds the options that say where a server is, and with which key. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'the address of the model server (TROUPE_BASE_URL)')
    .option(
      '--api-key-file <file>',
      'a file with the key that only you can read (else TROUPE_API_KEY, OPENAI_API_KEY, ANTHROPIC_API_KEY)',
    );
}

/** What runs without asking. */
export function autoApproveOption(): Option {
  return new Option(
    '--auto-approve <what>',
    'run without asking: edits of files; sandboxed: edits, and commands in the sandbox, without the network; commands; or all. The last two are DANGEROUS: commands have the network and get what they ask for, without a sandbox they can do whatever you can do, and a file that the model reads may talk it into them; all fetches pages and searches as well, with --web. Only where nothing is lost. May be given again',
  )
    .choices(AUTO_APPROVALS)
    .argParser((value: string, earlier: readonly AutoApproval[]) => [...earlier, readAutoApproval(value)])
    .default([], 'ask');
}

/** Adds the options of an agent to a command. `resume`: how `--resume` takes the id of a conversation. */
export function withAgentOptions(command: Command, resume: '<id>' | '[id]'): Command {
  const withMain = command
    .option('--model <name>', 'the model to talk to, also as PROVIDER/NAME (TROUPE_MODEL); see troupe models')
    .option('-c, --continue', 'continue the newest conversation of this folder')
    .option(`--resume ${resume}`, 'continue a conversation (see troupe threads)')
    .addOption(
      new Option(
        '--mode <mode>',
        'ask: no tools; gather: reading only; plan: reading, and a plan that you approve; agent: every tool',
      )
        .choices(AGENT_MODES)
        .default('agent'),
    )
    .addOption(autoApproveOption())
    .option('--web', 'let the model ask to fetch pages and to search the web (webTools in settings.json)')
    .option('--no-web', 'do not, whatever settings.json says')
    .addOption(
      new Option(
        '--network <when>',
        'the network for commands that the model runs: ask once in a conversation, allow, or never; needs a sandbox',
      )
        .choices(['ask', 'allow', 'never'])
        .default('ask'),
    )
    .option('--no-network', 'the same as --network never')
    .option('--no-save', 'do not store the conversation')
    .option(
      '--provider <name>',
      'offline, openai (any compatible server), openai-responses, anthropic, or one of your file of providers',
    );
  return withServerOptions(withMain)
    .addOption(
      new Option(
        '--effort <level>',
        'how much the model reasons; a model that does not take it is refused',
      ).choices(EFFORTS),
    )
    .option(
      '--fallback-model <name>',
      'the model that goes on with a turn when the first one cannot be reached; PROVIDER/NAME, or NAME at the same server',
    )
    .option('--instructions <file>', 'a file with instructions of your own, beside AGENTS.md')
    .option('--no-instructions', 'do not read AGENTS.md, skills, and commands of your own')
    .option('--max-iterations <n>', 'most model calls in one turn', parsePositive)
    .option('--max-tokens <n>', 'most tokens in one turn', parsePositive)
    .option(
      '--max-cost <usd>',
      'most US dollars in one turn; the prices of the model must be known',
      parseAmount,
    )
    .option('--max-seconds <n>', 'longest time of one turn', parsePositive);
}

export function limitsOf({
  maxIterations,
  maxTokens,
  maxCost,
  maxSeconds,
}: AgentOptions): Partial<RunLimits> {
  return {
    ...omitUndefined({ maxIterations, maxTokens, maxCostUsd: maxCost }),
    ...(maxSeconds === undefined ? {} : { maxTimeMs: maxSeconds * 1000 }),
  };
}

/** Errors: `InvalidArgumentError`, for the parser of arguments. */
export function parsePositive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}

/** Errors: `InvalidArgumentError`, for the parser of arguments. */
function parseAmount(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value === 0)
    throw new InvalidArgumentError('Expected an amount above 0, such as 0.50.');
  return value;
}

/** Errors: `InvalidArgumentError`, for the parser of arguments. */
export function parseNatural(text: string): number {
  return text === '0' ? 0 : parsePositive(text);
}
