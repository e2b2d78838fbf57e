import { open, type FileHandle } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import type { UserInput } from '../../actors/protocol/attachment.js';
import type { AgentMode, TurnOutcome } from '../../actors/protocol/agent.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { PlanView } from '../../actors/protocol/plans/plan-view.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { type OutputOptions, RunOutput } from './harness/run-output.js';
import type { StartAgent } from './start-agent.js';
import { askOnTerminal } from './approvals/ask-approval.js';
import { exitCodeOfTurn } from './terminal/exit-codes.js';
import { JsonView } from './turn/json-view.js';
import { maxLiveRows } from './terminal/frame.js';
import { LiveStatus } from './turn/live-status.js';
import { LiveView } from './turn/live-view.js';
import { Output } from './terminal/output.js';
import { EventPrinter } from './turn/print-event.js';
import { tellStep } from './commands/plan.js';
import { runPlan } from './turn/run-plan.js';
import { runTurn } from './turn/run-turn.js';
import { TurnScreen } from './turn/turn-screen.js';
import { describeAttached } from './turn/describe-attached.js';
import { findAttached } from './turn/find-attached.js';
import { notify, type Session, warn } from './session.js';
import { describeInterruption } from './threads/resume-thread.js';
import { optionsToContinue } from './threads/options-to-continue.js';
import type { Keyboard } from './terminal/keyboard.js';
import type { NextMessage } from './turn/add-remedy.js';
import type { Thread } from '../engine/thread.js';
import type { TurnReport, TurnPrinter } from './turn/turn-printer.js';

interface TaskOptions {
  /** The task; `undefined` to go on with the interrupted turn of the conversation. Errors: those of `readTask`. */
  readonly readTask: (isInterrupted: boolean) => Promise<UserInput | undefined>;
  readonly mode: AgentMode;
  readonly version: string;
  /** Whether a plan is approved as it is proposed, and carried out. */
  readonly approves: boolean;
  /** Whether only the answer and errors are printed. */
  readonly isQuiet: boolean;
  /** A file to which the answer is written as well. */
  readonly answerFile?: string;
  /** The files that a harness wants of the run. Default: none. */
  readonly output?: OutputOptions;
  /** The terminal on which a person can be asked. Default: nobody can be asked. */
  readonly keyboard?: Keyboard;
}

/**
 * Runs one task: prints steps to standard error and the answer alone to standard output. Resolves to the exit code.
 * Errors: `SettingsError` when the answer could not be written; those of `start`.
 */
export async function runTask(session: Session, options: TaskOptions, start: StartAgent): Promise<number> {
  const { out, err, interrupts, questions, isJson, progress } = session;
  const { mode, approves, version, isQuiet, answerFile, keyboard } = options;
  const file = answerFile === undefined ? undefined : await openAnswerFile(answerFile);
  const steps = isQuiet || isJson ? discardOutput() : err;
  const status = new LiveStatus(systemClock, 'Ctrl-C interrupts', () => {
    live.invalidate();
  });
  const live = new LiveView(steps, systemClock, () => ({
    rows: status.rows(steps, maxLiveRows(steps.rows)),
  }));
  const clear = (): void => {
    status.stop();
    live.hide();
  };
  if (steps.canDraw) {
    steps.writeAbove(live);
    // Standard output may be the same terminal: its text must appear above the live rows as well.
    if (out.canDraw) out.writeAbove(live);
    live.show();
    status.start();
    progress.moveTo(status.showProgress);
  }
  let report: TurnReport | undefined;
  const terminal = keyboard === undefined ? undefined : { out: steps, interrupts, keyboard, questions };
  try {
    const exitCode = await start(async ({ host, named, library }) => {
      const { engine, workspace } = host;
      const [root] = workspace.roots;
      const thread = named === undefined ? engine.createThread() : await engine.openThread(named);
      const interruption = describeInterruption(thread);
      if (interruption !== undefined) await warn(err, interruption);
      const task = await options.readTask(interruption !== undefined);
      const { input, notices } =
        task === undefined
          ? { input: undefined, notices: [] }
          : await findAttached(task, host, interrupts.current);
      for (const notice of notices) await warn(err, notice);
      const { provider, model } = engine.adapter;
      const signal = interrupts.current;
      await using output =
        options.output === undefined || root === undefined
          ? undefined
          : await RunOutput.open(
              options.output,
              { version, provider, model, mode },
              { root, thread, signal },
            );
      let view: TurnPrinter;
      if (isJson) {
        const json = new JsonView(out, systemClock);
        await json.start({ version, thread: thread.id, provider, model, mode, roots: host.workspace.roots });
        view = json;
      } else
        view = new EventPrinter({
          steps,
          // What a mode is asked for that ends in a plan is the plan.
          answers: mode === 'plan' ? steps : out,
          errors: err,
          ...(steps.canDraw ? { status } : {}),
          beforeAnswer: clear,
          ...omitUndefined({ root }),
        });
      const screen = new TurnScreen(thread, {
        view: output?.watch(view) ?? view,
        signal,
        clock: systemClock,
        onHint: (hint) => void notify(session, hint),
        ...(terminal === undefined ? {} : { askPerson: askOnTerminal(terminal) }),
      });
      const next: NextMessage =
        library === undefined
          ? { in: 'nothing' }
          : { in: 'run', options: optionsToContinue(thread.id, session.root) };
      const outcome = await runTurn(thread, input, {
        mode,
        screen,
        next,
        signal,
        onAttached: async (attachments) => {
          const { attached, problems } = describeAttached(attachments);
          for (const problem of problems) await warn(err, problem);
          if (attached.length > 0)
            await steps.line(steps.style('dim', steps.sanitize(`Attached: ${attached.join(', ')}`)));
        },
      });
      const end =
        mode === 'plan'
          ? await finishPlan(thread, outcome, {
              approves,
              screen,
              signal,
              next,
              onStep: (step) => tellStep(thread, step, steps),
            })
          : { outcome };
      report = await screen.end(end.outcome, end.plan);
      clear();
      await output?.end(report);
      if (mode === 'plan' && !isJson)
        await out.line(end.plan === undefined ? textOf(report) : JSON.stringify(end.plan, undefined, 2));
      return exitCodeOfTurn(report);
    }, terminal);
    await file?.writeFile(report === undefined ? '' : textOf(report));
    return exitCode;
  } finally {
    clear();
    steps.writeAbove(undefined);
    out.writeAbove(undefined);
    await file?.close();
  }
}

/** What a run in the mode `plan` ends in: the plan, carried out if that was said, or an answer without one. */
async function finishPlan(
  thread: Thread,
  outcome: TurnOutcome,
  options: Parameters<typeof runPlan>[2] & { readonly approves: boolean },
): Promise<{ readonly outcome: TurnOutcome; readonly plan?: PlanView }> {
  const { current } = thread.plan;
  if (outcome.type === 'error' || current?.status !== 'draft') return { outcome };
  if (!options.approves) return { outcome, plan: current };
  await thread.plan.approve(current.digest, { by: 'option' });
  const run = await runPlan(thread, () => thread.plan.execute(), options);
  return { outcome: run.outcome ?? outcome, plan: run.plan };
}

function textOf(report: TurnReport): string {
  return report.type === 'answer' ? report.content : report.partial;
}

/** Errors: `SettingsError`, before tokens are spent on an answer that could not be written. */
async function openAnswerFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w');
  } catch (error) {
    const code = errorCode(error);
    throw new SettingsError(
      `The answer cannot be written to ${path} (${code ?? 'unknown error'}).`,
      { setting: 'output-last-message' },
      { cause: error },
    );
  }
}

function discardOutput(): Output {
  return new Output(new PassThrough().resume(), { hasColor: false });
}
