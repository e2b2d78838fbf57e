import type { AgentEvent, TurnOutcome } from '../../../actors/protocol/agent.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { addUsage, NO_USAGE } from '../../../actors/threads/usage/add-usage.js';
import type { Thread } from '../../engine/thread.js';
import type { AskPerson } from '../approvals/ask-person.js';
import { Denials } from '../approvals/denials.js';
import { RequestCount } from './request-count.js';
import type { TurnReport, TurnPrinter } from './turn-printer.js';

interface ScreenOptions {
  readonly view: TurnPrinter;
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Default: nobody can be asked, and every approval request is denied. */
  readonly askPerson?: AskPerson;
  /** Called at the end with advice, when a request was denied because nobody could be asked. */
  readonly onHint?: (hint: string) => void;
}

/** Shows the events of turns, asks what they ask, and adds up what they use. */
export class TurnScreen {
  readonly #thread: Pick<Thread, 'respondToApproval'>;
  readonly #options: ScreenOptions;
  readonly #denials = new Denials();
  readonly #startedAtMs: number;
  readonly #requests = new RequestCount();
  readonly #denied = new Set<string>();
  #usage = NO_USAGE;
  #costUsd: number | undefined;
  #toolCalls = 0;

  constructor(thread: Pick<Thread, 'respondToApproval'>, options: ScreenOptions) {
    this.#thread = thread;
    this.#options = options;
    this.#startedAtMs = options.clock.now();
  }

  /** Whether the reader is gone, so that what comes would be wasted. */
  get isGone(): boolean {
    return this.#options.view.isGone;
  }

  async show(event: AgentEvent): Promise<void> {
    const { view, askPerson, signal } = this.#options;
    this.#requests.add(event);
    if (event.type === 'action') this.#toolCalls++;
    if (event.type === 'approval_resolved' && event.decision === 'deny') this.#denied.add(event.callId);
    const used = event.type === 'observation' ? event.result : event;
    if ('usage' in used) this.#usage = addUsage(this.#usage, used.usage ?? NO_USAGE);
    if ('costUsd' in used && used.costUsd !== undefined) this.#costUsd = (this.#costUsd ?? 0) + used.costUsd;
    await view.show(event);
    if (event.type !== 'approval_request') return;
    const answered = (await askPerson?.(event, signal)) ?? this.#denials.denyUnasked(event);
    this.#denials.note(answered);
    const { decision, ...answer } = answered;
    this.#thread.respondToApproval(event.callId, decision, answer);
  }

  /** Shows the totals. `plan`: the plan at the end, where that is what was asked for. Resolves to the end of what was shown. */
  async end(outcome: TurnOutcome, plan?: PlanView): Promise<TurnReport> {
    const { view, clock, onHint } = this.#options;
    const isDenied = this.#denials.hasOnlyDenials;
    const report = { ...outcome, isDenied, ...omitUndefined({ plan }) };
    // A reader that has had enough is told no more, not even on standard error.
    if (view.isGone) return report;
    await view.end(
      {
        elapsedMs: clock.now() - this.#startedAtMs,
        usage: this.#usage,
        ...omitUndefined({ costUsd: this.#costUsd }),
        modelCalls: this.#requests.value,
        toolCalls: this.#toolCalls,
        deniedCalls: this.#denied.size,
      },
      report,
    );
    if (this.#denials.hint !== undefined) onHint?.(this.#denials.hint);
    return report;
  }
}
