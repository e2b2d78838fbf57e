import { type Command, InvalidArgumentError, Option } from 'commander';
import type { NetworkPolicy } from '../../actors/approvals/plan-access.js';
import type { AgentMode, RunLimits } from '../../actors/protocol/agent.js';
import { AUTO_APPROVALS, type AutoApproval, readAutoApproval } from './approvals/auto-approve.js';

/** The options that `chat` and `run` share. */
export interface AgentOptions {
  readonly mode: AgentMode;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly maxIterations?: number;
  readonly maxTokens?: number;
  readonly maxCost?: number;
  readonly maxSeconds?: number;
  readonly autoApprove: readonly AutoApproval[];
  /** `false` stands for `never`. */
  readonly network: NetworkPolicy | false;
}

/** Adds the options of an agent to a command. */
export function withAgentOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--mode <mode>', 'ask: no tools; gather: reading only; agent: every tool')
        .choices(['ask', 'gather', 'agent'])
        .default('agent'),
    )
    .option('--provider <name>', 'offline, openai (any compatible server), or one of your file of providers')
    .option('--model <name>', 'the model to talk to, also as PROVIDER/NAME (TROUPE_MODEL)')
    .option('--base-url <url>', 'the address of the model server (TROUPE_BASE_URL)')
    .option(
      '--api-key-file <file>',
      'a file with the key that only you can read (else TROUPE_API_KEY, OPENAI_API_KEY)',
    )
    .addOption(
      new Option(
        '--auto-approve <what>',
        'run without asking: edits of files; sandboxed: edits, and commands in the sandbox, without the network; commands; or all. The last two are DANGEROUS: commands have the network and get what they ask for, without a sandbox they can do whatever you can do, and a file that the model reads may talk it into them. Only where nothing is lost. May be given again',
      )
        .choices(AUTO_APPROVALS)
        .argParser((value: string, earlier: readonly AutoApproval[]) => [...earlier, readAutoApproval(value)])
        .default([], 'ask'),
    )
    .addOption(
      new Option(
        '--network <when>',
        'the network for commands that the model runs: ask once in a conversation, allow, or never; needs a sandbox',
      )
        .choices(['ask', 'allow', 'never'])
        .default('ask'),
    )
    .option('--no-network', 'the same as --network never')
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
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
    ...(maxCost === undefined ? {} : { maxCostUsd: maxCost }),
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
