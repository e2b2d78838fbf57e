import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { ToolResult } from '../../../actors/protocol/tool.js';
import { countTodos, readTodos, TODO_TOOL, type Todo } from '../../../actors/protocol/todos/read-todos.js';
import { describeInstructions } from '../../../actors/threads/instructions/describe-instructions.js';
import { describeCompaction } from './describe-compaction.js';
import { describeApproval } from '../approvals/describe-approval.js';
import { NO_USAGE } from '../../../actors/threads/usage/add-usage.js';
import { changesToDiff } from '../draw/changes-to-diff.js';
import { describeFill } from '../draw/describe-fill.js';
import { drawDiff } from '../draw/draw-diff.js';
import { drawProse } from '../draw/draw-prose.js';
import { drawPlanEvent, isOfPlan } from '../draw/draw-plan.js';
import { drawTodoList } from '../draw/draw-todo-list.js';
import { type FoldHint, type FoldSize, foldLines, LineFold } from '../draw/fold-lines.js';
import { formatParams } from '../draw/format-params.js';
import { formatTotals } from '../draw/format-totals.js';
import type { LiveStatus } from './live-status.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth } from '../terminal/text-width.js';
import { createAnswerView, createReasoningView, prepareAnswerView, type TextView } from './text-views.js';
import type { Totals, TurnPrinter } from './turn-printer.js';

// Enough of a tool's result to get an impression; the model has the rest.
const RESULT_SIZE: FoldSize = { head: 3, tail: 2 };
// More of a failure, because it matters more.
const FAILURE_SIZE: FoldSize = { head: 8, tail: 3 };
// Most of it from the end of a command's output, which shows how the command went. Of a failed one a screen: tests print
// there what was expected and what came.
const OUTPUT_SIZE: FoldSize = { head: 5, tail: 8, failedTail: 40 };

// A screen or two of a diff.
const MAX_DIFF_LINES = 60;

// The line length where the width is unknown: longer lines are noise.
const LINE_CHARS = 160;

type Section = 'reasoning' | 'text' | 'step';

interface PrinterOptions {
  readonly steps: Output;
  /** The output for the answer. Default: the one for the steps. */
  readonly answers?: Output;
  /** The output for errors. Default: the one for the steps. */
  readonly errors?: Output;
  /** The live status, on a terminal that can redraw. */
  readonly status?: LiveStatus;
  /** Called before the answer is written to an output that may share a screen with the steps. */
  readonly beforeAnswer?: () => void;
  /** The folder to which the paths of diffs are relative, without symbolic links. Default: the current one. */
  readonly root?: string;
  /** The number by which the person can read the whole result of a call. Default: they cannot. */
  readonly numberOf?: (callId: string) => number | undefined;
  /** The window of the model that is asked. Units: tokens. Default: it is not known, and how full it is is not shown. */
  readonly windowTokens?: number;
}

/** Prints the events of one turn for a person, as they arrive. */
export class EventPrinter implements TurnPrinter {
  readonly #steps: Output;
  readonly #answers: Output;
  readonly #errors: Output;
  readonly #status: LiveStatus | undefined;
  readonly #beforeAnswer: () => void;
  readonly #root: string;
  readonly #numberOf: (callId: string) => number | undefined;
  readonly #windowTokens: number | undefined;
  /** Of the newest reply of that model. */
  #usage = NO_USAGE;
  /** Whether steps and answer share a screen, so that the answer can be streamed between the steps. */
  readonly #isOneScreen: boolean;
  #section: Section | undefined;
  #view: { readonly channel: Section; readonly view: TextView } | undefined;
  /** The call that the last printed line belongs to. */
  #lastCall: string | undefined;
  #output: { readonly callId: string; readonly fold: LineFold } | undefined;
  /** Calls whose output or diff is on the screen already. */
  readonly #shown = new Set<string>();
  readonly #running = new Map<string, string>();
  /** The to-do lists of running calls. */
  readonly #todos = new Map<string, readonly Todo[]>();

  constructor({
    steps,
    answers = steps,
    errors = steps,
    status,
    beforeAnswer,
    root = process.cwd(),
    numberOf = () => undefined,
    windowTokens,
  }: PrinterOptions) {
    this.#steps = steps;
    this.#answers = answers;
    this.#errors = errors;
    this.#status = status;
    this.#beforeAnswer = beforeAnswer ?? (() => undefined);
    this.#root = root;
    this.#numberOf = numberOf;
    this.#windowTokens = windowTokens;
    prepareAnswerView(answers);
    this.#isOneScreen = answers === steps || (answers.canDraw && steps.canDraw);
  }

  get isGone(): boolean {
    return this.#answers.isGone;
  }

  async show(event: AgentEvent): Promise<void> {
    // What the call is about has an event of its own.
    if (isOfPlan(event)) return;
    switch (event.type) {
      case 'token':
        return this.#showToken(event);
      case 'thought':
        await this.#endText();
        if (!this.#isOneScreen && event.content !== '') await this.#showWhole(this.#steps, event.content);
        this.#status?.say('Thinking');
        return;
      case 'action':
        await this.#begin('step');
        await this.#step(
          `${this.#steps.style('cyan', '→')} ${this.#steps.style('bold', this.#steps.sanitize(event.tool))} `,
          this.#cut(this.#describeParams(event), event.tool.length + 3),
        );
        this.#lastCall = event.callId;
        this.#running.set(event.callId, event.tool);
        this.#showRunningCalls();
        return;
      case 'tool_output':
        return this.#showOutput(event);
      case 'observation':
        return this.#showObservation(event);
      case 'approval_request':
        await this.#begin('step');
        if (event.preview?.kind === 'diff') this.#shown.add(event.callId);
        for (const line of describeApproval(event, this.#steps)) await this.#steps.line(line);
        this.#lastCall = event.callId;
        return;
      // The question and its answer are on the screen; what a rule or a mode decided shows in what follows. The call
      // runs from here on.
      case 'approval_resolved':
        this.#status?.restartTime();
        return;
      case 'message':
        return this.#block(drawProse(event.content, this.#steps, '› '));
      case 'message_withdrawn':
        return this.#note(`Taken back: ${event.content}`);
      case 'retry': {
        const seconds = Math.ceil(event.waitMs / 1000);
        const next =
          event.model === undefined
            ? `Trying again in ${seconds} s (try ${event.attempt} of ${event.maxAttempts}).`
            : `${event.model} goes on with this turn.`;
        this.#status?.say('Waiting');
        return this.#note(`${event.reason} ${next}`);
      }
      case 'notice':
        return this.#note(event.message);
      case 'instructions':
        return this.#block(this.#steps.style('dim', this.#steps.sanitize(describeInstructions(event))));
      case 'compaction':
        return this.#note(describeCompaction(event));
      case 'plan':
      case 'step_complete':
        return this.#block(drawPlanEvent(event, this.#steps));
      case 'answer':
        await this.#endText();
        if (this.#isOneScreen) return;
        this.#beforeAnswer();
        await this.#showWhole(this.#answers, event.content);
        return;
      case 'error':
        return this.#showError(event);
      case 'usage':
        // Another model that went on has a window of its own.
        this.#usage = event.model === undefined ? event.usage : NO_USAGE;
        return;
      default:
        return event satisfies never;
    }
  }

  /** Prints the line with the totals of the turn. */
  async end({ elapsedMs, usage, costUsd, deniedCalls }: Totals): Promise<void> {
    const totals = formatTotals(elapsedMs, usage, costUsd, deniedCalls);
    const fill = describeFill(this.#usage, this.#windowTokens);
    const line =
      fill?.isNearlyFull === true
        ? this.#steps.style('dim', `${totals} · `) + this.#steps.style('yellow', fill.text)
        : this.#steps.style('dim', fill === undefined ? totals : `${totals} · ${fill.text}`);
    await this.#steps.line(this.#isOneScreen ? `\n${line}` : line);
  }

  async #showToken({ channel, content }: Extract<AgentEvent, { type: 'token' }>): Promise<void> {
    this.#status?.say(channel === 'reasoning' ? 'Thinking' : 'Writing');
    if (content === '' || (channel === 'answer' && !this.#isOneScreen)) return;
    const section = channel === 'reasoning' ? 'reasoning' : 'text';
    if (this.#view?.channel !== section) {
      // White space before the first word is not part of the answer.
      if (content.trim() === '') return;
      await this.#begin(section);
      const view =
        section === 'reasoning' ? createReasoningView(this.#steps) : createAnswerView(this.#answers);
      this.#view = { channel: section, view };
      this.#status?.grow(view.tail);
    }
    await this.#view?.view.push(content);
    this.#status?.grow(this.#view?.view.tail ?? noLines);
  }

  async #endText(): Promise<void> {
    const view = this.#view?.view;
    this.#view = undefined;
    this.#status?.grow(noLines);
    await view?.end();
  }

  async #showWhole(out: Output, text: string): Promise<void> {
    if (out === this.#steps) await this.#begin('text');
    const view = createAnswerView(out);
    await view.push(text);
    await view.end();
  }

  /** Ends the section before, and separates sections of different kinds by an empty line. */
  async #begin(section: Section): Promise<void> {
    await this.#endText();
    await this.#endOutput();
    this.#lastCall = undefined;
    const before = this.#section;
    this.#section = section;
    if (before !== undefined && before !== section && (section !== 'step' || before === 'reasoning'))
      await this.#steps.line();
  }

  #describeParams({ callId, tool, params }: Extract<AgentEvent, { type: 'action' }>): string {
    const todos = tool === TODO_TOOL ? readTodos(params) : undefined;
    if (todos === undefined) return formatParams(params);
    this.#todos.set(callId, todos);
    const { completed, all } = countTodos(todos);
    // Of a list that cannot be read the model is told what is wrong; a person sees it as it is.
    return all === 0 ? formatParams(params) : `${completed} of ${all} done`;
  }

  /** Prints what belongs to no call. */
  async #block(text: string): Promise<void> {
    await this.#begin('step');
    await this.#steps.line(text);
  }

  async #step(head: string, text: string): Promise<void> {
    await this.#steps.line(head + this.#steps.sanitize(text));
  }

  #cut(text: string, usedColumns: number): string {
    if (this.#steps.canDraw) return cutToWidth(text, Math.max(1, this.#steps.columns - 1 - usedColumns));
    return text.length > LINE_CHARS ? `${text.slice(0, LINE_CHARS)}…` : text;
  }

  /** Prints dimmed lines below a call. */
  async #details(lines: readonly string[]): Promise<void> {
    const steps = this.#steps;
    if (lines.length === 0) return;
    const drawn = lines.map((line) =>
      `  ${steps.style('dim', this.#cut(steps.sanitize(line.trimEnd()), 2))}`.trimEnd(),
    );
    await steps.line(drawn.join('\n'));
  }

  /** Prints the whole reason why a call failed. */
  async #failure(lines: readonly string[], isMarked: boolean): Promise<void> {
    const steps = this.#steps;
    const mark = isMarked ? `  ${steps.style('red', '✗')} ` : '    ';
    await steps.line(
      lines.map((line, index) => drawProse(line, steps, index === 0 ? mark : '    ')).join('\n'),
    );
  }

  async #showOutput({ callId, text }: Extract<AgentEvent, { type: 'tool_output' }>): Promise<void> {
    if (this.#output?.callId !== callId) {
      await this.#begin('step');
      this.#output = { callId, fold: new LineFold(OUTPUT_SIZE, this.#hintFor(callId)) };
      this.#shown.add(callId);
    }
    const { fold } = this.#output;
    await this.#details(fold.push(this.#steps.sanitize(text)));
    const steps = this.#steps;
    this.#status?.grow(() => fold.tail.map((line) => `  ${steps.style('dim', this.#cut(line, 2))}`));
  }

  async #endOutput(hasFailed = false): Promise<void> {
    const output = this.#output;
    this.#output = undefined;
    if (output === undefined) return;
    this.#status?.grow(noLines);
    await this.#details(output.fold.end({ hasFailed }));
  }

  #hintFor(callId: string): FoldHint {
    const number = this.#numberOf(callId);
    return number === undefined ? undefined : `/output ${number} shows all`;
  }

  async #showObservation({
    callId,
    tool,
    result,
  }: Extract<AgentEvent, { type: 'observation' }>): Promise<void> {
    const steps = this.#steps;
    const isBelow = this.#lastCall === callId || this.#output?.callId === callId;
    if (isBelow) await this.#endOutput(hasFailed(result));
    else await this.#begin('step');
    this.#running.delete(callId);
    this.#showRunningCalls();
    const diff = changesToDiff(result.changes ?? [], this.#root);
    const isShown = this.#shown.has(callId);
    const hint = this.#hintFor(callId);
    if (!isBelow)
      await this.#step(
        `${result.success ? steps.style('green', '←') : steps.style('red', '✗')} ${steps.style('bold', steps.sanitize(tool))}`,
        '',
      );
    const todos = this.#todos.get(callId);
    this.#todos.delete(callId);
    if (result.success && todos !== undefined)
      await steps.line(
        drawTodoList(todos, steps)
          .map((line) => `  ${line}`)
          .join('\n'),
      );
    else if (result.success)
      await this.#details(
        isShown ? result.output.split('\n', 1) : foldLines(withoutFences(result.output), RESULT_SIZE, hint),
      );
    else {
      // The sentences after the first tell the model what to do.
      const [first = ''] = result.output.split(/(?<=\.)\s/, 1);
      await this.#failure(
        result.outcome === 'rejected' ? [first] : foldLines(result.output, FAILURE_SIZE, hint),
        isBelow,
      );
    }
    if (diff !== '' && !isShown)
      // The line above names the only file.
      await steps.line(
        drawDiff(diff, steps, MAX_DIFF_LINES, hint)
          .slice(isOfOneFile(diff) ? 1 : 0)
          .join('\n'),
      );
    this.#section = 'step';
    this.#lastCall = undefined;
  }

  #showRunningCalls(): void {
    const tools = [...this.#running.values()];
    const [only = ''] = tools;
    this.#status?.say(
      tools.length === 0
        ? 'Thinking'
        : tools.length === 1
          ? `Running ${only}`
          : `Running ${tools.length} tools`,
    );
  }

  async #note(text: string): Promise<void> {
    await this.#begin('step');
    await this.#steps.line(drawProse(text, this.#steps, `${this.#steps.style('yellow', '!')} `));
  }

  async #showError(event: Extract<AgentEvent, { type: 'error' }>): Promise<void> {
    const errors = this.#errors;
    await this.#begin('step');
    if (!this.#isOneScreen && event.partial !== '') await this.#showWhole(this.#steps, event.partial);
    if (event.code === 'CANCELLED') await errors.line(errors.style('yellow', 'Interrupted.'));
    else await errors.line(drawProse(event.message, errors, `${errors.style('red', '✗')} `));
  }
}

/** Whether a call has failed, or ran a command that did. */
function hasFailed({ success, output }: ToolResult): boolean {
  return !success || /^Exit code (?!0\b)/.test(output);
}

/** A tool's result without the fences around quoted text. */
function withoutFences(text: string): string {
  return text.replaceAll(/^`{3,}\w*\n|\n`{3,}$/gm, '');
}

function isOfOneFile(diff: string): boolean {
  return diff.match(/^\+\+\+ /gm)?.length === 1;
}

function noLines(): readonly string[] {
  return [];
}
