import { PlanError, SettingsError } from '../../../actors/protocol/errors.js';
import { CAPABILITIES } from '../../../actors/protocol/modes/capabilities.js';
import { isFinished } from '../../../actors/protocol/plans/plan.js';
import type { PlanFromView } from '../../../actors/protocol/plans/plan-messages.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { PlanRun } from '../../engine/plans/plan-run.js';
import type { Thread } from '../../engine/thread.js';
import type { TurnOptions } from '../../engine/turn-options.js';
import type { ChatSession } from '../chat/chat-session.js';
import { PLAN_FAILURES } from '../words/plan-words.js';

/**
 * Does what the person wants of the plan. What carries out steps shows in the conversation why it cannot.
 * Errors: `PlanError` for another change; those of the thread.
 */
export async function actOnPlan(
  message: PlanFromView,
  session: Pick<ChatSession, 'carryOut' | 'openShown' | 'chooseMode'>,
): Promise<void> {
  switch (message.type) {
    case 'approvePlan':
      return session.carryOut(async (thread, options) => {
        expectWriting(options);
        await approve(thread, message);
        // Planning is over: the next message is an ordinary one.
        session.chooseMode('agent');
        return begin(thread, options, 'execute');
      });
    case 'carryOutPlan':
      return session.carryOut((thread, options) => begin(thread, options, 'execute'));
    case 'skipStep':
      return session.carryOut((thread, options) => begin(thread, options, 'skip'));
    case 'changePlan': {
      const { plan } = await session.openShown();
      expectSame(plan.current, message.digest);
      await plan.draft({ steps: message.steps });
      return undefined;
    }
    default:
      await (await session.openShown()).plan.giveUp();
      return undefined;
  }
}

/** Approves exactly what was shown: the plan, or what the person has left of it. */
async function approve(
  { plan }: Thread,
  { digest, without = [], clears = false }: Extract<PlanFromView, { type: 'approvePlan' }>,
): Promise<void> {
  const { current } = plan;
  if (current === undefined || without.length === 0) {
    await plan.approve(digest, { clears });
    return;
  }
  expectSame(current, digest);
  const steps = current.steps.filter((step) => !isFinished(step) && !without.includes(step.id));
  const { digest: left } = await plan.draft({ steps });
  await plan.approve(left, { clears });
}

function begin(thread: Thread, options: TurnOptions, how: 'execute' | 'skip'): Promise<PlanRun> {
  expectWriting(options);
  const { mode: _ofSteps, ...rest } = options;
  return Promise.resolve(thread.plan[how](rest));
}

/** Steps change files: in a folder that the person does not trust, none begins. */
function expectWriting({ mode }: TurnOptions): void {
  if (mode !== undefined && !CAPABILITIES[mode].write)
    throw new SettingsError(PLAN_FAILURES.needsTrust, { setting: 'troupe.mode' });
}

function expectSame(plan: PlanView | undefined, digest: string): void {
  if (plan?.digest !== digest) throw new PlanError(PLAN_FAILURES.changed, { problem: 'changed' });
}
