#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { AgentMode } from '../../actors/protocol/agent.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { createHost, type Host } from '../api.js';
import { approvalsFile, openApprovalFile } from '../node/approval-store.js';
import { readKeyFile } from '../node/key-file.js';
import { resolveModel } from '../settings.js';
import { registerApprovals } from './approvals-command.js';
import { askOnTerminal, canAsk } from './ask-approval.js';
import { type AutoApproval, autoApprovals, readAutoApproval } from './auto-approve.js';
import { chat } from './chat.js';
import { EXIT_CODE_HELP, ExitCode, exitCodeOfThrown, exitCodeOfTurn } from './exit-codes.js';
import { grep, listFiles, search, tree, type Inspection } from './inspect.js';
import { Interrupts } from './interrupts.js';
import { Output } from './output.js';
import { showScanProgress } from './progress.js';
import { runTurn } from './run-turn.js';

interface GlobalOptions {
  readonly root: string;
  readonly json?: boolean;
  readonly color: boolean;
}

interface AgentOptions {
  readonly mode: AgentMode;
  readonly provider?: string;
  readonly model?: string;
  readonly baseUrl?: string;
  readonly apiKeyFile?: string;
  readonly maxIterations?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  readonly autoApprove: readonly AutoApproval[];
  readonly network: boolean;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number from 1.');
  return value;
}

function natural(text: string): number {
  return text === '0' ? 0 : positive(text);
}

const program = new Command('troupe')
  .description('An AI coding agent, and the live index of files it works with.')
  .version(version)
  .option('--root <dir>', 'the workspace', process.cwd())
  .option('--json', 'print one JSON object a line')
  .option('--no-color', 'no colour, even on a terminal')
  .exitOverride()
  .showSuggestionAfterError()
  .addHelpText(
    'after',
    `
Examples:
  troupe                                   chat about the working directory
  troupe run "Where are retries decided?"  one task, then exit
  troupe run --json "..." | jq .type       the events of a run, one a line
  troupe run --no-network "Run the tests"  what it runs reaches no network
  troupe search idxts                      fuzzy search of paths
  troupe grep -i "todo" src                search of contents
  troupe files -0 | xargs -0 wc -l         every file that git would show
  troupe approvals                         what you allowed always, to take it back

Approvals:
  Reading runs by itself, and so do commands that only read. Anything else is asked: y once, t for this
  conversation, a always (kept in ${approvalsFile(process.env)}; see troupe approvals), n no.
  The question says what t and a would allow: a use of a program, like \`npm test\`, or exactly this command. Behind n you
  may type why, for the model.
  Without a terminal, and with --json, what would be asked is denied, unless --auto-approve allows it.

Sandbox:
  Where the system has one (bubblewrap, seatbelt), commands write in the workspace and the temporary folder only, and
  with --no-network they reach no network. Where it has none, only plain lines of programs that only read run unasked,
  and what you allowed; the question says why.

Models:
  Without a model, an offline stand-in answers by simple rules: no key, no network.
  OPENAI_API_KEY=... troupe --model NAME            OpenAI
  troupe --base-url http://127.0.0.1:11434/v1 --model NAME   any compatible server
${EXIT_CODE_HELP}`,
  );

function withAgentOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--mode <mode>', 'ask: no tools; gather: reading only; agent: every tool')
        .choices(['ask', 'gather', 'agent'])
        .default('agent'),
    )
    .option('--provider <name>', 'offline or openai (any compatible server)')
    .option('--model <name>', 'the model to talk to (TROUPE_MODEL)')
    .option('--base-url <url>', 'where the model is (TROUPE_BASE_URL)')
    .option(
      '--api-key-file <file>',
      'a file with the key that only you can read (else TROUPE_API_KEY, OPENAI_API_KEY)',
    )
    .addOption(
      new Option(
        '--auto-approve <what>',
        'run without asking: edits of files, commands, or all. DANGEROUS: commands can do whatever you can do, and a file that the model reads may talk it into them. Only where nothing is lost. May be given again',
      )
        .choices(['edits', 'commands', 'all'])
        .argParser((value: string, earlier: readonly AutoApproval[]) => [...earlier, readAutoApproval(value)])
        .default([], 'ask'),
    )
    .option('--no-network', 'keep the network from commands that the model runs; needs a sandbox')
    .option('--max-iterations <n>', 'most calls of the model in one turn', positive)
    .option('--max-tokens <n>', 'most tokens in one turn', positive)
    .option('--max-seconds <n>', 'longest time of one turn', positive);
}

withAgentOptions(program.command('chat [message...]', { isDefault: true }))
  .description('chat on a terminal; an optional first message is answered at once')
  .action(async (words: string[], options: AgentOptions) => {
    // Being the default command it also gets what was meant as another one.
    const [first] = program.args;
    if (first !== undefined && first !== 'chat')
      program.error(`error: unknown command '${first}' (see troupe --help)`);
    await withHost(options, async ({ host, out, interrupts }) => {
      const { provider, model } = host.engine.adapter;
      return chat(host.engine, {
        first: words.join(' '),
        mode: options.mode,
        out,
        interrupts,
        greeting: `${out.style('bold', 'Troupe')} ${version} · ${provider}/${model} · ${host.workspace.roots.join(', ')}`,
      });
    });
  });

withAgentOptions(program.command('run <task...>'))
  .description('do one task and exit; with --json, the events of the run')
  .action((words: string[], options: AgentOptions) =>
    withHost(options, async ({ host, out, interrupts, isJson }) =>
      exitCodeOfTurn(
        await runTurn(host.engine, words.join(' '), {
          mode: options.mode,
          isJson,
          out,
          signal: interrupts.next(),
          ...(canAsk(out) && !isJson ? { askPerson: askOnTerminal(out, interrupts) } : {}),
        }),
      ),
    ),
  );

program
  .command('files [dir]')
  .description('every file that the rules let through, in path order')
  .option('-0, --null', 'separate with NUL instead of line feeds')
  .action((directory: string | undefined, options: { null?: boolean }) =>
    inspect((inspection) =>
      listFiles(inspection, { ...optional({ directory }), isNulSeparated: options.null === true }),
    ),
  );

program
  .command('search <query>')
  .description('paths that match: "dir/" lists, "a/b" and "abc" are prefixes, the rest is fuzzy')
  .option('--base <dir>', 'the directory to look in first', '')
  .option('--limit <n>', 'most paths', positive, 50)
  .option('--prefix', 'no fuzzy matches')
  .action((query: string, options: { base: string; limit: number; prefix?: boolean }) =>
    inspect((inspection) => search(inspection, { query, ...options, isFuzzy: options.prefix !== true })),
  );

program
  .command('grep <pattern> [dir]')
  .description('lines that match, by the same rules as the index')
  .option('-e, --regex', 'the pattern is a regular expression')
  .option('-i, --ignore-case', 'upper and lower case match each other')
  .option('-g, --glob <glob>', 'only paths that match; may be given again', collect, [])
  .option('-C, --context <n>', 'lines around each match', natural, 0)
  .option('--max <n>', 'most matching lines', positive, 100_000)
  .action(
    (
      pattern: string,
      directory: string | undefined,
      options: { regex?: boolean; ignoreCase?: boolean; glob: string[]; context: number; max: number },
    ) =>
      inspect((inspection) =>
        grep(inspection, {
          pattern,
          ...optional({ directory }),
          isRegex: options.regex === true,
          isCaseSensitive: options.ignoreCase !== true,
          include: options.glob,
          contextLines: options.context,
          maxMatches: options.max,
        }),
      ),
  );

program
  .command('tree [dir]')
  .description('the directory as a model is shown it')
  .option('--max-chars <n>', 'longest text', positive, 20_000)
  .action((directory: string | undefined, options: { maxChars: number }) =>
    inspect((inspection) => tree(inspection, { ...optional({ directory }), maxChars: options.maxChars })),
  );

registerApprovals(program);

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

function optional(options: { directory: string | undefined }): { directory?: string } {
  return options.directory === undefined ? {} : { directory: options.directory };
}

interface Session {
  readonly host: Host;
  readonly out: Output;
  readonly interrupts: Interrupts;
  readonly isJson: boolean;
}

async function withHost(options: AgentOptions, work: (session: Session) => Promise<number>): Promise<void> {
  const apiKey = options.apiKeyFile === undefined ? undefined : await readKeyFile(options.apiKeyFile);
  const model = resolveModel({ ...options, ...(apiKey === undefined ? {} : { apiKey }) }, process.env);
  const limits = {
    ...(options.maxIterations === undefined ? {} : { maxIterations: options.maxIterations }),
    ...(options.maxTokens === undefined ? {} : { maxTokens: options.maxTokens }),
    ...(options.maxSeconds === undefined ? {} : { maxTimeMs: options.maxSeconds * 1000 }),
  };
  await open(
    {
      model,
      limits,
      approvals: autoApprovals(options.autoApprove),
      commands: { hasNetwork: options.network },
      secretFiles: options.apiKeyFile === undefined ? [] : [options.apiKeyFile],
    },
    work,
  );
}

function inspect(work: (inspection: Inspection) => Promise<number>): Promise<void> {
  return open({ workspace: { watcher: 'none' } }, async ({ host, out, interrupts, isJson }) => {
    const exitCode = await work({ workspace: host.workspace, out, isJson, signal: interrupts.next() });
    for (const { warnings } of await host.workspace.status())
      for (const { path, message } of warnings) process.stderr.write(`troupe: ${path || '.'}: ${message}\n`);
    return exitCode;
  });
}

async function open(
  options: Omit<Parameters<typeof createHost>[0], 'roots'>,
  work: (session: Session) => Promise<number>,
): Promise<void> {
  const { root, json, color } = program.opts<GlobalOptions>();
  const interrupts = new Interrupts();
  try {
    const store = openApprovalFile(process.env, [root]);
    const host = await createHost({
      ...options,
      roots: [root],
      ...(store === undefined ? {} : { approvalStore: store }),
    });
    void host.recovered.then((recovered) => {
      for (const { outcome, paths } of recovered)
        process.stderr.write(`troupe: changes that were cut off are ${outcome}: ${paths.join(', ')}\n`);
    });
    const stopProgress = showScanProgress(host.workspace, process.stderr, systemClock);
    try {
      const out = new Output(process.stdout, { hasColor: color && !process.env['NO_COLOR'] });
      const left = new Promise<number>((resolve) => {
        interrupts.left.addEventListener('abort', () => {
          resolve(ExitCode.interrupted);
        });
      });
      process.exitCode = await Promise.race([work({ host, out, interrupts, isJson: json === true }), left]);
    } finally {
      stopProgress();
      await host[Symbol.asyncDispose]();
    }
  } catch (error) {
    if (!interrupts.current.aborted) throw error;
    process.exitCode = ExitCode.interrupted;
  } finally {
    interrupts.close();
  }
}

// Help and errors are written by the argument parser, which does not expect a reader to leave early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError)
    process.exitCode = error.exitCode === 0 ? ExitCode.ok : ExitCode.badInput;
  else {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`troupe: ${message}\n`);
    process.exitCode = exitCodeOfThrown(error);
  }
}
