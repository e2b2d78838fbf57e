import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { PlanFromView, PlanToView, ShownPlan } from '../../../actors/protocol/plans/plan-messages.js';
import type { ViewState } from '../../../actors/protocol/ui.js';
import type { ChatSession } from '../chat/chat-session.js';
import type { actOnPlan } from './act-on-plan.js';
import type { showPlan } from './show-plan.js';
import { PLAN_FAILURES } from '../words/plan-words.js';

interface PlanDeskOptions {
  readonly session: Pick<ChatSession, 'shown' | 'thread' | 'carryOut' | 'openShown' | 'chooseMode'>;
  readonly panel: { post(message: PlanToView): void };
  /** Reports a failure to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
}

interface PlanCode {
  readonly actOnPlan: typeof actOnPlan;
  readonly showPlan: typeof showPlan;
}

/** The plan of the conversation that the view shows. Its code is loaded with the first plan. */
export class PlanDesk {
  readonly #options: PlanDeskOptions;
  #loading: Promise<PlanCode> | undefined;
  #code: PlanCode | undefined;
  /** What the view has, as JSON. */
  #posted: string | undefined;

  constructor(options: PlanDeskOptions) {
    this.#options = options;
  }

  /** The plan for a view that starts now. Where its code is not loaded yet, it is posted later. */
  get state(): Pick<ViewState, 'plan'> {
    const plan = this.#read();
    this.#posted = JSON.stringify(plan);
    if (this.#code === undefined) this.changed();
    return omitUndefined({ plan });
  }

  /** Called when something goes on in the conversation. */
  changed(): void {
    const { session, panel, onFailure } = this.#options;
    if (!session.shown.hasPlan && this.#posted === undefined) return;
    this.#load().then(
      () => {
        const plan = this.#read();
        const text = JSON.stringify(plan);
        if (text === this.#posted) return;
        this.#posted = text;
        panel.post({ type: 'plan', ...omitUndefined({ plan }) });
      },
      (error: unknown) => {
        onFailure(PLAN_FAILURES.notShown, error);
      },
    );
  }

  /** Does what a message asks for. Never rejects. */
  async handle(message: PlanFromView): Promise<void> {
    const { session, onFailure } = this.#options;
    try {
      const { actOnPlan } = await this.#load();
      await actOnPlan(message, session);
    } catch (error) {
      onFailure(PLAN_FAILURES.notDone, error);
    }
    this.changed();
  }

  #read(): ShownPlan | undefined {
    const { shown, thread } = this.#options.session;
    return shown.hasPlan ? this.#code?.showPlan(shown.branch, thread?.plan.run !== undefined) : undefined;
  }

  #load(): Promise<PlanCode> {
    this.#loading ??= Promise.all([import('./act-on-plan.js'), import('./show-plan.js')]).then(
      ([{ actOnPlan }, { showPlan }]) => (this.#code = { actOnPlan, showPlan }),
    );
    return this.#loading;
  }
}
