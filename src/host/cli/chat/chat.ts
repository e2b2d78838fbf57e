import type { AgentMode } from '../../../actors/protocol/agent.js';
import { TroupeError } from '../../../actors/protocol/errors.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { Host } from '../../api.js';
import { runOwnCommand } from '../../node/run-own-command.js';
import { askOnTerminal } from '../approvals/ask-approval.js';
import type { Chat } from '../commands/command.js';
import { COMMANDS, findCommand, readCommandLine } from '../commands/table.js';
import type { Console } from './console.js';
import { drawProse } from '../draw/draw-prose.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Interrupts } from '../terminal/interrupts.js';
import type { Output } from '../terminal/output.js';
import { EventPrinter } from '../turn/print-event.js';
import type { RecordedChanges } from '../commands/recorded-changes.js';
import { runTurn } from '../turn/run-turn.js';
import { describeAttached } from '../turn/describe-attached.js';
import { findAttached } from '../turn/find-attached.js';
import type { Keyboard } from '../terminal/keyboard.js';

interface ChatOptions {
  readonly host: Host;
  readonly out: Output;
  readonly console: Console;
  readonly keyboard: Keyboard;
  readonly interrupts: Interrupts;
  readonly changes: RecordedChanges;
  readonly clock: Clock;
  /** The first message, sent before the person types; `''` for none. */
  readonly first: string;
  readonly mode: AgentMode;
  /** Resolves the name of a model. Errors: `SettingsError`. */
  readonly resolveModel: (name: string) => LLMConfig;
}

/** Runs a chat on a terminal until the person leaves. Resolves to the exit code. */
export async function chat(options: ChatOptions): Promise<number> {
  const { host, out, console, changes, interrupts } = options;
  const { engine } = host;
  let thread = engine.createThread();
  let chosen: LLMConfig | undefined;
  const state: Chat = {
    out,
    commands: COMMANDS,
    tools: host.tools.list(),
    directory: process.cwd(),
    changes,
    mode: options.mode,
    get thread() {
      return thread;
    },
    get model() {
      return chosen;
    },
    get usedModel() {
      return chosen ?? engine.adapter;
    },
    useModel: (name) => {
      chosen = options.resolveModel(name);
    },
    clear: async () => {
      await engine.closeThread(thread.id);
      thread = engine.createThread();
    },
  };
  if (options.first !== '') {
    await console.enter(options.first);
    await answer(options.first, state, options);
  }
  for (;;) {
    const entered = await console.readLine();
    if (entered === undefined) break;
    const message = entered.text.trim();
    const command = readCommandLine(message);
    if (message.startsWith('!')) await runForPerson(message.slice(1).trim(), options);
    else if (command === undefined) await answer(message, state, options);
    else if ((await runCommand(command.name, command.argument, state)) === 'leave') break;
  }
  return interrupts.left.aborted ? interrupts.exitCode : ExitCode.ok;
}

async function answer(message: string, state: Chat, options: ChatOptions): Promise<void> {
  const { host, out, console, interrupts, clock, keyboard } = options;
  await out.line();
  const [root] = host.workspace.roots;
  console.status.start();
  const signal = interrupts.next();
  const warn = (problem: string): Promise<void> =>
    out.line(drawProse(out.sanitize(problem), out, `${out.style('yellow', '!')} `));
  try {
    const { input, notices } = await findAttached({ text: message }, host, signal);
    for (const notice of notices) await warn(notice);
    await runTurn(state.thread, input, {
      mode: state.mode,
      ...(state.model === undefined ? {} : { model: state.model }),
      onAttached: async (attachments) => {
        const { attached, problems } = describeAttached(attachments);
        for (const problem of problems) await warn(problem);
        if (attached.length > 0)
          await out.line(out.style('dim', out.sanitize(`Attached: ${attached.join(', ')}`)));
      },
      view: new EventPrinter({
        steps: out,
        status: console.status,
        ...(root === undefined ? {} : { root }),
      }),
      signal,
      clock,
      askPerson: askOnTerminal(out, interrupts, keyboard),
    });
  } catch (error) {
    // The person interrupted the reading of what the message mentions.
    if (!signal.aborted) throw error;
  } finally {
    console.status.stop();
  }
  await out.line();
}

async function runCommand(name: string, argument: string, state: Chat): Promise<'leave' | void> {
  const { out } = state;
  const command = findCommand(name);
  if (command === undefined) {
    const known = COMMANDS.map(({ name: other }) => `/${other}`).join(' ');
    const mark = `${out.style('red', '✗')} `;
    await out.line(drawProse(`There is no command /${name}; nothing was sent.`, out, mark));
    await out.line(`${drawProse(known, out, '  ')}\n`);
    return undefined;
  }
  try {
    const outcome = await command.run(argument, state);
    await out.line();
    return outcome;
  } catch (error) {
    if (!(error instanceof TroupeError)) throw error;
    await out.line(`${drawProse(error.message, out, `${out.style('red', '✗')} `)}\n`);
    return undefined;
  }
}

/** Runs a shell command of the person: it gets the terminal, and the model does not see it. */
async function runForPerson(command: string, { console, out }: ChatOptions): Promise<void> {
  if (command === '') {
    await out.line('Say what is to be run: !git status\n');
    return;
  }
  const exitCode = await console.lend(() => runOwnCommand(command, process.cwd()));
  if (exitCode !== 0)
    await out.line(out.style('dim', exitCode === null ? 'Ended by a signal.' : `Exit code ${exitCode}.`));
  await out.line();
}
