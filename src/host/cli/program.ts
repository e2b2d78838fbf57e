import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import type { UserInput } from '../../actors/protocol/attachment.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import { findClosestName } from '../../actors/tools/calls/find-closest-name.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { type AgentOptions, parseNatural, parsePositive, withAgentOptions } from './agent-options.js';
import { canAsk } from './approvals/can-ask.js';
import { ExitCode, exitCodeOfError } from './terminal/exit-codes.js';
import {
  CHAT_HELP,
  FILES_HELP,
  GREP_HELP,
  PROGRAM_HELP,
  RUN_HELP,
  SEARCH_HELP,
  TREE_HELP,
  WHOLE_HELP,
} from './help-texts.js';
import type { GrepOptions, SearchOptions } from './inspect.js';
import { Interrupts } from './terminal/interrupts.js';
import { QuestionQueue } from './terminal/question-queue.js';
import { leavesCursorLine, Output } from './terminal/output.js';
import { reportLostOutput } from './terminal/report-lost-output.js';
import { Progress, showOnLine, showScan } from './turn/progress.js';
import type { OutputOptions } from './harness/run-output.js';
import { withoutKeys } from '../node/sandbox/environment/without-keys.js';
import { readTask, readTaskFile } from './read-task.js';
import { requirePath } from './files/require-path.js';
import { type GlobalOptions, type Session, warn } from './session.js';
import type { Keyboard } from './terminal/keyboard.js';
import { workingDirectory } from './terminal/working-directory.js';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The options that only `run` has. */
interface RunOptions extends AgentOptions {
  readonly quiet?: boolean;
  readonly approvePlan?: boolean;
  readonly outputLastMessage?: string;
  readonly task?: string;
  readonly output?: string;
  readonly predictions?: string;
  readonly instance?: string;
}

/** The parts of a session that do not come from options. */
type SessionBase = Omit<Session, 'root' | 'isJson'>;

const PROXY_VARIABLES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'];

/** Loaded on demand: most environments name no proxy. Errors: `SettingsError` for one that cannot be used. */
async function useProxiesOf(err: Output): Promise<void> {
  const { useProxies } = await import('../node/proxy/use-proxies.js');
  if (!useProxies(process.env))
    await warn(
      err,
      'The proxy of the environment is not used: this version of Node sends requests in another way.',
    );
}

/** Runs the program with the arguments of the process, and sets the exit code. */
export async function run(): Promise<void> {
  const interrupts = new Interrupts();
  const isDumb = process.env['TERM'] === 'dumb';
  // Errors before the arguments are parsed respect these as well.
  const hasColor = !process.argv.includes('--no-color') && !process.env['NO_COLOR'];
  const look = { hasColor, isDumb, leavesCursorLine: leavesCursorLine(process.env) };
  const out = new Output(process.stdout, look);
  const err = new Output(process.stderr, look);
  try {
    if (PROXY_VARIABLES.some((name) => (process.env[name] ?? '') !== '')) await useProxiesOf(err);
    process.exitCode = await parse({
      out,
      err,
      interrupts,
      questions: new QuestionQueue(),
      progress: new Progress(showOnLine(err)),
    });
  } catch (error) {
    if (error instanceof CommanderError)
      process.exitCode = error.exitCode === 0 ? ExitCode.ok : ExitCode.badInput;
    else if (interrupts.current.aborted) process.exitCode = interrupts.exitCode;
    else {
      await warn(err, messageOf(error));
      process.exitCode = exitCodeOfError(error);
    }
  } finally {
    interrupts.close();
    // A process that was asked to end does not wait for an open pipe.
    if (interrupts.left.aborted) process.stdin.destroy();
  }
  if (!interrupts.current.aborted) process.exitCode = (await reportLostOutput(out, err)) ?? process.exitCode;
}

async function parse(base: SessionBase): Promise<number> {
  let exitCode: number = ExitCode.ok;
  const program = await createProgram(base, async (work) => {
    const code = await work;
    exitCode = base.interrupts.left.aborted ? base.interrupts.exitCode : code;
  });
  await program.parseAsync();
  return exitCode;
}

/** Commands pass their work to `finish`. */
async function createProgram(
  base: SessionBase,
  finish: (work: Promise<number>) => Promise<void>,
): Promise<Command> {
  const program = new Command('troupe')
    .description('An AI coding agent, and the live index of files it works with.')
    .version(version, '-v, --version')
    .option('--root <dir>', 'the workspace (default: the working directory)')
    .option('--json', 'print one JSON object a line')
    .option('--no-color', 'no colour, even on a terminal')
    .exitOverride()
    // An argument may hold control sequences, and commander repeats it.
    .configureOutput({ writeErr: (text) => process.stderr.write(base.err.sanitize(text)) })
    .showSuggestionAfterError()
    .helpCommand(false);

  const session = (): Session => {
    // Also where a root is named: threads and the commands of the agent begin in the working directory.
    const directory = workingDirectory();
    const { root = directory, json } = program.opts<GlobalOptions>();
    return { ...base, root, isJson: json === true };
  };

  withAgentOptions(program.command('chat [message...]', { isDefault: true }), '[id]')
    .description('chat on a terminal; an optional first message is answered at once')
    .addHelpText('after', CHAT_HELP)
    .action((words: string[], options: AgentOptions) => {
      // As the default command it also receives misspelt commands. No command has a space in its name.
      const [first = ' '] = words;
      if (program.args[0] !== 'chat' && !/\s/.test(first)) {
        const names = program.commands.map((command) => command.name());
        const isKnown = names.includes(first);
        const closest = findClosestName(first, names);
        const meant = closest === undefined ? '' : `; did you mean ${closest}?`;
        program.error(
          isKnown
            ? `error: '${first}' comes before its options (see troupe ${first} --help)`
            : `error: unknown command '${first}'${meant} (see troupe --help)`,
        );
      }
      return finish(chatOrRun(session(), words, options));
    });

  withAgentOptions(program.command('run [task...]'), '<id>')
    .description('run one task and exit; with "-", or without a task, it is read from standard input')
    .option('--approve-plan', 'with --mode plan: carry the plan out as it is proposed')
    .option('-q, --quiet', 'no steps on standard error, only the answer on standard output')
    .option('-o, --output-last-message <file>', 'write the answer to a file as well')
    .option('--task <file>', 'the task is in this file')
    .option('--output <dir>', 'for harnesses: write trajectory.json, patch.diff and result.json there')
    .option('--predictions <file>', 'with --output and --instance: add a line for SWE-bench')
    .option('--instance <id>', 'the instance that the prediction is of')
    .addHelpText('after', RUN_HELP)
    .action((words: string[], options: RunOptions) => {
      const isPredicted = options.predictions !== undefined || options.instance !== undefined;
      if (isPredicted && [options.predictions, options.instance, options.output].includes(undefined))
        program.error("error: '--predictions' and '--instance' need each other, and '--output'");
      if (options.approvePlan === true && options.mode !== 'plan')
        program.error("error: option '--approve-plan' needs '--mode plan', which proposes one");
      return finish(runOnce(session(), words, options));
    });

  program
    .command('files [dir]')
    .description('every file that the ignore rules do not exclude, in path order')
    .option('-0, --null', 'separate with NUL instead of line feeds')
    .addHelpText('after', FILES_HELP)
    .action((directory: string | undefined, options: { null?: boolean }) =>
      finish(listWith(session(), directory, options.null === true)),
    );

  program
    .command('search <query>')
    .description('paths that match: "dir/" lists, "a/b" and "abc" are prefixes, the rest is fuzzy')
    .option('--base <dir>', 'the directory to look in first', '')
    .option('--limit <n>', 'most paths', parsePositive, 50)
    .option('--prefix', 'no fuzzy matches')
    .addHelpText('after', SEARCH_HELP)
    .action(async (query: string, options: SearchOptions) => {
      const { inspect, search } = await import('./inspect.js');
      await finish(inspect(session(), undefined, (inspection) => search(inspection, query, options)));
    });

  program
    .command('grep <pattern> [dir]')
    .description('lines that match, by the same rules as the index')
    .option('-e, --regex', 'the pattern is a regular expression (see below)')
    .option('-i, --ignore-case', 'upper and lower case match each other')
    .option('-g, --glob <glob>', 'only paths that match; may be given again', collect, [])
    .option('-C, --context <n>', 'lines around each match', parseNatural, 0)
    .option('--max <n>', 'most matching lines', parsePositive, 100_000)
    .addHelpText('after', GREP_HELP)
    .action(async (pattern: string, directory: string | undefined, options: GrepOptions) => {
      const { inspect, printGrep } = await import('./inspect.js');
      await finish(
        inspect(session(), directory, (inspection) => printGrep(inspection, pattern, directory, options)),
      );
    });

  program
    .command('tree [dir]')
    .description('the tree of a directory as models get it')
    .option('--max-chars <n>', 'longest text', parsePositive, 20_000)
    .addHelpText('after', TREE_HELP)
    .action(async (directory: string | undefined, options: { maxChars: number }) => {
      const { inspect, tree } = await import('./inspect.js');
      await finish(inspect(session(), directory, (inspection) => tree(inspection, directory, options)));
    });
  await registerGroups(program, {
    async threads() {
      const { registerThreadsCommand } = await import('./threads-command.js');
      registerThreadsCommand(program, { session, version, finish });
    },
    async checkpoints() {
      const { registerCheckpointsCommand } = await import('./checkpoints-command.js');
      registerCheckpointsCommand(program, session, finish);
    },
    async replay() {
      const { registerReplayCommand } = await import('./replay-command.js');
      const resume = (copied: Session, options: AgentOptions): Promise<number> =>
        runOnce(copied, [], options);
      registerReplayCommand(program, { session, finish, resume });
    },
    async report() {
      const { registerReportCommand } = await import('./replay-command.js');
      registerReportCommand(program, { session, version, finish });
    },
    async approvals() {
      const { registerApprovalsCommand } = await import('./approvals-command.js');
      registerApprovalsCommand(program, session);
    },
    async models() {
      const { registerModelsCommand } = await import('./models-command.js');
      registerModelsCommand(program, session, finish);
    },
    async mcp() {
      const { registerMcpCommand } = await import('./mcp-command.js');
      registerMcpCommand(program, { session, version, finish });
    },
  });
  program
    .command('help [command...]')
    .description('all options of a command; "help all": everything, with examples, approvals and exit codes')
    .action((words: readonly string[]) => {
      showHelp(program, words);
    });
  // Commands that are added later would have it as well.
  return program.configureHelp({ formatHelp: () => PROGRAM_HELP });
}

/**
 * Registers commands each of which needs code of its own. It is loaded for those that an argument names, and for help; the
 * others have their names alone.
 */
async function registerGroups(
  program: Command,
  groups: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  const words = new Set(process.argv);
  for (const [name, register] of Object.entries(groups))
    if (words.has(name) || words.has('help')) await register();
    else program.command(name);
}

/** Prints the help of a command, such as `mcp add`, or everything for `all`. */
function showHelp(program: Command, words: readonly string[]): void {
  if (words.length === 1 && words[0] === 'all')
    program.configureHelp({}).addHelpText('after', WHOLE_HELP).outputHelp();
  else {
    let found = program;
    for (const word of words) {
      const next = found.commands.find((command) => command.name() === word);
      if (next === undefined)
        program.error(`error: unknown command '${words.join(' ')}' (see troupe --help)`);
      found = next;
    }
    found.outputHelp();
  }
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** A chat on a terminal; otherwise a run of the first message with standard input attached. */
async function chatOrRun(session: Session, words: readonly string[], options: AgentOptions): Promise<number> {
  if (!canAsk(session.out) || session.isJson) return runOnce(session, words, options);
  const { planAgent, withAgent } = await import('./agent.js');
  const plan = await planAgent(options, session.root);
  const { model, catalog, secrets } = plan;
  // Loaded on demand: a listing does not need the code that draws.
  const { talk } = await import('./talk.js');
  return talk(
    session,
    {
      first: words.join(' ').trim(),
      choosesThread: options.resume === true,
      mode: options.mode,
      version,
      model,
      catalog,
      secrets,
      keyboard: await createKeyboard(session.out),
    },
    (work, terminal) => withAgent({ session, plan, options }, work, terminal),
  );
}

async function runOnce(session: Session, words: readonly string[], options: RunOptions): Promise<number> {
  const { err, isJson } = session;
  const isResumed = options.resume !== undefined || options.continue === true;
  // Without a task, a run that continues a conversation goes on with its interrupted turn.
  const task =
    options.task !== undefined
      ? await readTaskFile(options.task, words, session)
      : isResumed && words.length === 0
        ? undefined
        : await readTask(words, session);
  const readLater = async (isInterrupted: boolean): Promise<UserInput | undefined> =>
    task ?? (isInterrupted ? undefined : await readTask(words, session));
  const isQuiet = options.quiet === true;
  const isAskable = canAsk(err) && !isQuiet && !isJson;
  const [{ runTask }, { planAgent, withAgent }] = await Promise.all([
    import('./run-task.js'),
    import('./agent.js'),
  ]);
  const keyboard = isAskable ? await createKeyboard(err) : undefined;
  const plan = await planAgent(options, session.root);
  return runTask(
    session,
    {
      readTask: readLater,
      mode: options.mode,
      approves: options.approvePlan === true,
      version,
      isQuiet,
      ...omitUndefined({ answerFile: options.outputLastMessage, keyboard }),
      ...outputOf(options, plan.secretVariables),
    },
    (work, terminal) => withAgent({ session, plan, options }, work, terminal),
  );
}

function outputOf(
  { output: folder, predictions: file, instance }: RunOptions,
  secretVariables: readonly string[],
): { readonly output?: OutputOptions } {
  if (folder === undefined) return {};
  const prediction = file === undefined || instance === undefined ? {} : { prediction: { file, instance } };
  return { output: { folder, env: withoutKeys(process.env, secretVariables), ...prediction } };
}

async function createKeyboard(out: Output): Promise<Keyboard> {
  const { openKeyboard } = await import('./terminal/ask-alone.js');
  return openKeyboard(out);
}

async function listWith(
  { out, err, interrupts, progress, isJson, root }: Session,
  directory: string | undefined,
  isNulSeparated: boolean,
): Promise<number> {
  await requirePath(root, directory);
  // Loaded on demand: its scan needs packages that nothing else on this thread does.
  const { printFiles } = await import('./files/print-files.js');
  return printFiles({
    root,
    directory,
    isNulSeparated,
    isJson,
    out,
    signal: interrupts.current,
    progress: showScan(progress, systemClock),
    warn: (message) => warn(err, message),
  });
}
