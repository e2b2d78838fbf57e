import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import { TroupeError } from '../../../actors/protocol/errors.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { findClosestName } from '../../../actors/tools/calls/find-closest-name.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { Host } from '../../api.js';
import { runOwnCommand } from '../../node/run-own-command.js';
import { askOnTerminal } from '../approvals/ask-approval.js';
import type { ModelCatalog } from '../models/model-catalog.js';
import type { ChatContext } from '../commands/command.js';
import { numberOfCall } from '../commands/output.js';
import { awaitsPerson, printPlan, tellChoices, tellStep } from '../commands/plan.js';
import { readPlanCommand } from '../commands/read-plan-change.js';
import { sendOwnCommand } from '../commands/own-command.js';
import { COMMANDS, findCommand, readCommandLine } from '../commands/table.js';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { Thread } from '../../engine/thread.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';
import { listEfforts } from '../../providers/check-effort.js';
import { showJump } from '../checkpoints/show-jump.js';
import { showThreadSummary } from '../commands/threads.js';
import type { Console } from './console.js';
import { showLongText } from './show-long-text.js';
import { drawProse } from '../draw/draw-prose.js';
import { ExitCode } from '../terminal/exit-codes.js';
import { askOn, type AskingTerminal } from '../terminal/asking-terminal.js';
import { readChoice } from '../terminal/read-choice.js';
import { McpApprovals } from '../../node/mcp/mcp-approvals.js';
import type { PlanRun } from '../../engine/plans/plan-run.js';
import { runPlan } from '../turn/run-plan.js';
import { TurnScreen } from '../turn/turn-screen.js';
import { EventPrinter } from '../turn/print-event.js';
import { type ReplacedMessage, runTurn } from '../turn/run-turn.js';
import { describeAttached } from '../turn/describe-attached.js';
import { findAttached } from '../turn/find-attached.js';

interface ChatOptions extends AskingTerminal {
  readonly host: Host;
  readonly console: Console;
  readonly clock: Clock;
  /** The first message, sent before the person types; `''` for none. */
  readonly first: string;
  readonly mode: AgentMode;
  /** Where conversations are stored. Absent: nowhere. */
  readonly library?: FileThreadLibrary;
  /** The conversation to continue. */
  readonly named?: ThreadId;
  /** Whether the person chooses a conversation to continue. */
  readonly choosesThread: boolean;
  /** Called with each conversation that becomes the current one. */
  readonly onThread: (thread: Thread | undefined) => void;
  /** Resolves the name of a model. Errors: `SettingsError`. */
  readonly resolveModel: (name: string) => Promise<LLMConfig>;
  readonly catalog: ModelCatalog;
  /** The model that was chosen at the start. */
  readonly model: LLMConfig;
}

/** Runs a chat on a terminal until the person leaves. Resolves to the exit code. */
export async function chat(options: ChatOptions): Promise<number> {
  const { host, out, console, interrupts } = options;
  const { engine } = host;
  let thread: Thread | undefined;
  const use = (next: Thread | undefined): void => {
    thread = next;
    options.onThread(next);
  };
  const close = async (): Promise<void> => {
    if (thread === undefined) return;
    const { id } = thread;
    use(undefined);
    await engine.closeThread(id);
    await options.library?.release(id);
  };
  let chosen: LLMConfig | undefined;
  const state: ChatContext = {
    out,
    commands: COMMANDS,
    tools: host.tools.list(),
    instructions: host.instructions,
    mcp: host.mcp,
    approvals: McpApprovals.open(process.env, host.workspace.roots),
    directory: process.cwd(),
    mode: options.mode,
    shownPlan: undefined,
    get stepOptions() {
      return omitUndefined({ model: chosen });
    },
    carryOut: (begin) => carryOut(begin, state, options),
    library: options.library,
    listed: [],
    catalog: options.catalog,
    listedModels: [],
    get hasThread() {
      return thread !== undefined;
    },
    get thread() {
      if (thread === undefined) use(engine.createThread());
      return thread as Thread;
    },
    get model() {
      return chosen;
    },
    get usedModel() {
      return chosen ?? options.model;
    },
    useModel: async (name) => {
      const next = await options.resolveModel(name);
      const { effort } = state.usedModel;
      const { capabilities } = state.catalog.describe(next);
      // A model that is not known to reason may refuse requests with an effort.
      const takesIt =
        effort !== undefined &&
        capabilities?.reasoning === true &&
        listEfforts(capabilities).includes(effort);
      chosen = takesIt ? { ...next, effort } : next;
    },
    useEffort: (effort) => {
      const { effort: _before, ...model } = state.usedModel;
      chosen = effort === undefined ? model : { ...model, effort };
    },
    clear: close,
    open: async (id) => {
      const next = await engine.openThread(id);
      if (next !== thread) await close();
      use(next);
    },
    send: async (text, { mode = state.mode, model, attachments = [] } = {}) =>
      answer(text, state, options, {
        mode,
        attachments,
        model: model === undefined ? state.model : await options.resolveModel(model),
      }),
    confirm: (question) =>
      askOn(options, interrupts.next(), async (keys) => {
        const choice = await readChoice(question, ['y', 'n'], keys, options);
        return choice === 'y';
      }),
    showLong: (text) => showLongText(text, options),
    wait: async (work) => {
      console.status.start();
      try {
        return await work(interrupts.next());
      } finally {
        console.status.stop();
      }
    },
    resumeTurn: () => answer(undefined, state, options),
    edit: (message, text, hasFiles) =>
      answer(text, state, options, { replaced: { message, files: hasFiles } }),
    propose: (text) => console.propose(text),
  };
  if (options.named !== undefined) {
    await state.open(options.named);
    await showThreadSummary(state);
  } else if (options.choosesThread) await runCommand('threads', '', state);
  if (options.first !== '') {
    await console.enter(options.first);
    await answer(options.first, state, options);
  }
  for (;;) {
    const entered = await console.readLine();
    if (entered === undefined) break;
    const message = entered.text.trim();
    const command = readCommandLine(message);
    const aboutPlan = awaitsPerson(state) ? readPlanCommand(message) : undefined;
    if (aboutPlan !== undefined && message !== '') await runCommand('plan', message, state);
    else if (message.startsWith('!')) await runForPerson(message.slice(1).trim(), options);
    else if (command === undefined) await answer(message, state, options);
    else if ((await runCommand(command.name, command.argument, state)) === 'leave') break;
  }
  return interrupts.left.aborted ? interrupts.exitCode : ExitCode.ok;
}

interface AnswerOptions {
  /** Default: that of the chat. */
  readonly mode?: AgentMode;
  /** Default: that of the chat. */
  readonly model?: LLMConfig | undefined;
  /** What goes along besides what the message mentions. Default: nothing. */
  readonly attachments?: readonly AttachmentRef[];
  /** Default: none. */
  readonly replaced?: ReplacedMessage;
}

/** Sends a message, also in the place of an earlier one, or without one continues the interrupted turn. */
async function answer(
  message: string | undefined,
  state: ChatContext,
  options: ChatOptions,
  { mode = state.mode, model = state.model, attachments = [], replaced }: AnswerOptions = {},
): Promise<void> {
  const { host, out, console, interrupts } = options;
  await out.line();
  console.status.start();
  const signal = interrupts.next();
  const warn = (problem: string): Promise<void> =>
    out.line(drawProse(out.sanitize(problem), out, `${out.style('yellow', '!')} `));
  try {
    const { input, notices } =
      message === undefined
        ? { input: undefined, notices: [] }
        : await findAttached({ text: message, attachments }, host, signal);
    for (const notice of notices) await warn(notice);
    const screen = createScreen(state, options, { signal, model });
    const outcome = await runTurn(state.thread, input, {
      screen,
      ...omitUndefined({ replaced }),
      onJump: (jump) => showJump(jump, { out, directory: state.directory, none: '' }),
      mode,
      ...omitUndefined({ model }),
      onAttached: async (attachments) => {
        const { attached, problems } = describeAttached(attachments);
        for (const problem of problems) await warn(problem);
        if (attached.length > 0)
          await out.line(out.style('dim', out.sanitize(`Attached: ${attached.join(', ')}`)));
      },
      next: { in: 'chat' },
      signal,
    });
    await screen.end(outcome);
  } catch (error) {
    // The person interrupted the reading of what the message mentions.
    if (!signal.aborted) throw error;
  } finally {
    console.status.stop();
  }
  await out.line();
  await tellPlan(state);
}

/** Says what can be done with a plan that the model has just proposed: it is on the screen already. */
async function tellPlan(state: ChatContext): Promise<void> {
  const current = state.hasThread ? state.thread.plan.current : undefined;
  if (current?.status !== 'draft' || current.digest === state.shownPlan) return;
  await tellChoices(current, state);
  await state.out.line();
}

function createScreen(
  state: ChatContext,
  options: ChatOptions,
  { signal, model }: { readonly signal: AbortSignal; readonly model?: LLMConfig | undefined },
): TurnScreen {
  const { host, out, console, clock } = options;
  const { contextWindow } = state.catalog.describe(model ?? state.usedModel);
  const [root] = host.workspace.roots;
  const view = new EventPrinter({
    steps: out,
    status: console.status,
    ...omitUndefined({ root }),
    numberOf: (callId) => numberOfCall(state.thread.branch, callId),
    ...omitUndefined({ windowTokens: contextWindow }),
  });
  return new TurnScreen(state.thread, { view, signal, clock, askPerson: askOnTerminal(options) });
}

/** Carries out steps of the plan, and shows them. Errors: those of `begin`. */
async function carryOut(begin: () => PlanRun, state: ChatContext, options: ChatOptions): Promise<void> {
  const { console, interrupts } = options;
  console.status.start();
  const signal = interrupts.next();
  const screen = createScreen(state, options, { signal });
  try {
    const { outcome } = await runPlan(state.thread, begin, {
      screen,
      signal,
      next: { in: 'plan' },
      onStep: (step) => tellStep(state.thread, step, options.out),
    });
    if (outcome !== undefined) await screen.end(outcome);
  } finally {
    console.status.stop();
  }
  await printPlan(state);
}

async function runCommand(name: string, argument: string, state: ChatContext): Promise<'leave' | void> {
  const { out } = state;
  const mark = `${out.style('red', '✗')} `;
  const command = findCommand(name);
  try {
    if (command === undefined) {
      if (await sendOwnCommand(name, argument, state)) return undefined;
      const names = COMMANDS.flatMap(({ name: other, aliases = [] }) => [other, ...aliases]);
      const known = COMMANDS.map(({ name: other }) => `/${other}`).join(' ');
      const closest = findClosestName(name, names);
      const meant = closest === undefined ? '' : ` Did you mean /${closest}?`;
      await out.line(drawProse(`There is no command /${name}; nothing was sent.${meant}`, out, mark));
      await out.line(`${drawProse(known, out, '  ')}\n`);
      return undefined;
    }
    const outcome = await command.run(argument, state);
    await out.line();
    return outcome;
  } catch (error) {
    if (!(error instanceof TroupeError)) throw error;
    await out.line(`${drawProse(error.message, out, mark)}\n`);
    return undefined;
  }
}

/** Runs a shell command of the person: it gets the terminal, and the model does not see it. */
async function runForPerson(command: string, { console, out, interrupts }: ChatOptions): Promise<void> {
  if (command === '') {
    await out.line('Say what is to be run: !git status\n');
    return;
  }
  let exitCode: number | null;
  try {
    exitCode = await console.lend(() => runOwnCommand(command, process.cwd(), interrupts.left));
  } catch (error) {
    // The shell that the environment names is not there, or is no program.
    const { message } = error as Error;
    await out.line(
      `${drawProse(out.sanitize(`The shell cannot be run: ${message}`), out, `${out.style('red', '✗')} `)}\n`,
    );
    return;
  }
  if (exitCode !== 0)
    await out.line(out.style('dim', exitCode === null ? 'Ended by a signal.' : `Exit code ${exitCode}.`));
  await out.line();
}
