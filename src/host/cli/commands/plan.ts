import type { AgentMode } from '../../../actors/protocol/agent.js';
import { PlanError, SettingsError } from '../../../actors/protocol/errors.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import { drawPlan, drawStepBegin } from '../draw/draw-plan.js';
import { drawProse } from '../draw/draw-prose.js';
import type { Thread } from '../../engine/thread.js';
import type { Output } from '../terminal/output.js';
import type { ChatContext, ChatCommand } from './command.js';
import { changePlan, findStep, type PlanCommand, readPlanCommand, writeStep } from './read-plan-change.js';

export const planCommand: ChatCommand = {
  name: 'plan',
  parameter: '[y|e N|d N|m N TO|a TEXT|c TEXT|go|skip|abort]',
  summary: 'show the plan; approve (y), edit, drop, move or add steps, comment, go on, skip, abort',
  async run(argument, chat) {
    const command = readPlanCommand(argument);
    if (command === undefined)
      throw new SettingsError(
        `/plan takes y, y clear, e N [TEXT | OUTCOME], d N, m N TO, a TEXT | OUTCOME, c COMMENT, go, skip or abort, got "${argument}".`,
        { setting: 'plan' },
      );
    await carryOut(command, chat);
  },
};

/** Whether the plan waits for the person, so that what they type without `/plan` may be about it. */
export function awaitsPerson(chat: ChatContext): boolean {
  return chat.mode === 'plan' && chat.shownPlan !== undefined && findPlan(chat)?.digest === chat.shownPlan;
}

/** Does with the plan what a person has typed. Errors: `PlanError`, `SettingsError`, `EngineBusyError`. */
async function carryOut(command: PlanCommand, chat: ChatContext): Promise<void> {
  if (command.kind === 'show') return printPlan(chat);
  if (command.kind === 'comment') return chat.send(command.text, { mode: 'plan' });
  const current = expectPlan(chat);
  const { plan } = chat.thread;
  switch (command.kind) {
    case 'approve':
      // What is approved is what stands on the screen.
      if (chat.shownPlan === undefined) return printPlan(chat);
      await plan.approve(chat.shownPlan, { clears: 'isClear' in command });
      chat.mode = 'agent';
      return chat.carryOut(() => plan.execute(chat.stepOptions));
    case 'go':
      return chat.carryOut(() => plan.execute(chat.stepOptions));
    case 'skip':
      return chat.carryOut(() => plan.skip(chat.stepOptions));
    case 'abort':
      await plan.giveUp();
      return printPlan(chat);
    case 'propose': {
      const text = `/plan e ${command.number} ${writeStep(findStep(current, command.number))}`;
      if (!chat.propose(text)) await chat.out.line(chat.out.sanitize(text));
      return;
    }
    case 'change':
      await plan.draft(changePlan(current, command.change));
      // It has to be approved, and what is typed next may be about it.
      chat.mode = 'plan';
      return printPlan(chat);
  }
}

/** Shows the plan, and what can be done with it. What is shown can be approved. */
export async function printPlan(chat: ChatContext): Promise<void> {
  const { out } = chat;
  const current = findPlan(chat);
  if (current === undefined) {
    await out.line('There is no plan. In the mode plan (/mode plan) the model proposes one.');
    return;
  }
  await out.line(drawPlan(current, out).join('\n'));
  await tellChoices(current, chat);
}

/** Says what can be done with the plan that stands on the screen. */
export async function tellChoices(current: PlanView, chat: ChatContext): Promise<void> {
  const { out } = chat;
  chat.shownPlan = current.digest;
  const hint = describeChoices(current, chat.mode);
  if (hint !== '') await out.line(drawProse(hint, out, `${out.style('yellow', '?')} `));
}

/** Says which step begins. */
export async function tellStep({ plan: { current } }: Thread, step: number, out: Output): Promise<void> {
  if (current !== undefined) await out.line(`\n${drawStepBegin(current, step, out)}`);
}

/** What a person can do with a plan now. Outside of the mode plan, what they type is a message. */
function describeChoices({ status }: PlanView, mode: AgentMode): string {
  if (status === 'draft' && mode !== 'plan')
    return '/plan y approves it and begins (/plan y clear: with a cleared window) · /plan e, d, m, a change it · /plan c COMMENT has another one made';
  if (status === 'draft')
    return 'y approves it and begins (y clear: with a cleared window) · e N edits a step · d N drops one · m N TO moves one · a TEXT | OUTCOME adds one · c COMMENT has another one made';
  if (status === 'approved' || status === 'executing')
    return '/plan go goes on · /plan skip leaves the step out · /plan e, d, m, a change what is left · /plan abort gives it up';
  return '';
}

/** A chat's first use of its thread begins one. */
function findPlan(chat: ChatContext): PlanView | undefined {
  return chat.hasThread ? chat.thread.plan.current : undefined;
}

function expectPlan(chat: ChatContext): PlanView {
  const current = findPlan(chat);
  if (current === undefined) throw new PlanError('There is no plan.', { problem: 'state' });
  return current;
}
