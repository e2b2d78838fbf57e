import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { omitUndefined } from '../../../../../actors/protocol/json/omit-undefined.js';
import { hasEnded, isFinished, MAX_PLAN_STEPS } from '../../../../../actors/protocol/plans/plan.js';
import type {
  PlanFromView,
  ShownPlan,
  WrittenStep,
} from '../../../../../actors/protocol/plans/plan-messages.js';
import type { PlanStepView } from '../../../../../actors/protocol/plans/plan-view.js';
import type { TurnView } from '../../../../../actors/threads/turn-view.js';
import { plainText } from '../../../../markdown/visible-text.js';
import { PLAN_TEXTS } from '../../../words/plan-words.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { describeGoingOn, describePlanState, findNextStep } from './describe-plan.js';
import { describeCosts } from '../../text/turn-texts.js';
import { Icon } from '../parts/icon.js';
import { MenuButton } from '../parts/menu-button.js';
import { WithCode } from '../parts/with-code.js';
import { PlanStepRow, type StepActions } from './plan-step.js';
import { StepEditor } from './step-editor.js';

interface Props {
  readonly plan: ShownPlan;
  /** The turns of the conversation, of which some carry out its steps. */
  readonly turns: Iterable<TurnView>;
  /** Whether something can begin now. */
  readonly canAct: boolean;
  readonly dispatch: Dispatch;
}

/** The plan of the chat, and what the person may do with it where nothing runs. */
export const PlanCard = memo<Props>(function PlanCard({ plan, turns, canAct, dispatch }) {
  const { digest, goal, steps, status, omitted, isCarriedOut } = plan;
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(new Set());
  const [editing, setEditing] = useState<number | 'new'>();
  // `undefined`: open while the person is to decide something.
  const [isUnfolded, setUnfolded] = useState<boolean>();
  const root = useRef<HTMLElement>(null);
  const touched = useRef<number | undefined>(undefined);
  const costs = useMemo(() => listCosts(turns), [turns]);
  // The row that the person has changed may be drawn anew, elsewhere.
  useLayoutEffect(() => {
    const { current: id } = touched;
    if (id === undefined) return;
    touched.current = undefined;
    const button = root.current?.querySelector<HTMLElement>(`[data-step="${id}"] .menu-button > button`);
    (button ?? root.current)?.focus();
  }, [plan.id, editing]);

  const isOver = hasEnded(plan);
  const isOpen = isUnfolded ?? !(isCarriedOut || isOver);
  const canChange = !isOver && !isCarriedOut && canAct;
  const open = steps.filter((step) => !isFinished(step));
  const included = open.filter(({ id }) => !leftOut.has(id));
  const goingOn = describeGoingOn(plan);

  const tell = (message: PlanFromView): void => dispatch({ type: 'tell', message });
  const change = (changed: readonly WrittenStep[], id?: number): void => {
    touched.current = id;
    setEditing(undefined);
    tell({ type: 'changePlan', digest, steps: changed.map(toWritten) });
  };
  const comment = (text: string): void => {
    dispatch({ type: 'tell', message: { type: 'setMode', mode: 'plan' } });
    dispatch({ type: 'addText', text });
  };
  const approve = (clears = false): void => {
    const without = open.map(({ id }) => id).filter((id) => leftOut.has(id));
    tell({
      type: 'approvePlan',
      digest,
      ...(without.length === 0 ? {} : { without }),
      ...(clears ? { clears } : {}),
    });
  };
  const cancel = (id?: number) => (): void => {
    touched.current = id ?? 0;
    setEditing(undefined);
  };
  const place = (id: number, to: number): void => {
    const moved = open.find((step) => step.id === id);
    if (moved === undefined) return;
    change(open.filter((step) => step !== moved).toSpliced(to, 0, moved), id);
  };
  const actionsOf = (step: PlanStepView, number: number): StepActions => {
    const at = open.indexOf(step);
    return {
      onEdit: () => setEditing(step.id),
      onComment: () => comment(PLAN_TEXTS.about(number, toLine(step.description))),
      onDrop: (dragged) => place(dragged, at),
      ...(at > 0 ? { onMoveUp: () => place(step.id, at - 1) } : {}),
      ...(at < open.length - 1 ? { onMoveDown: () => place(step.id, at + 1) } : {}),
      ...(open.length > 1
        ? {
            onRemove: () =>
              change(
                open.filter((one) => one !== step),
                step.id,
              ),
          }
        : {}),
    };
  };
  return (
    <section ref={root} class="plan-card" tabIndex={-1} aria-label={PLAN_TEXTS.plan} data-status={status}>
      <div class="plan-body">
        <button
          type="button"
          class="quiet plan-title"
          aria-expanded={isOpen}
          onClick={() => setUnfolded(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <span class="name">
            <WithCode text={PLAN_TEXTS.planFor(toLine(goal))} />
          </span>
          <span class="aside">{PLAN_TEXTS.done(steps.filter(isFinished).length, steps.length)}</span>
        </button>
        <p role="status">{describePlanState(plan)}</p>
        {isOpen && (
          <ol aria-label={PLAN_TEXTS.steps}>
            {steps.map((step, index) =>
              editing === step.id && canChange ? (
                <li key={step.id}>
                  <StepEditor
                    step={step}
                    onSave={(written) =>
                      change(
                        open.map((one) => (one === step ? { id: step.id, ...written } : one)),
                        step.id,
                      )
                    }
                    onCancel={cancel(step.id)}
                  />
                </li>
              ) : (
                <PlanStepRow
                  key={step.id}
                  number={index + 1}
                  step={step}
                  costs={costs.get(step.id) ?? ''}
                  {...(canChange && !isFinished(step) ? { actions: actionsOf(step, index + 1) } : {})}
                  {...(canChange && status === 'draft' && !isFinished(step)
                    ? {
                        tick: {
                          isIncluded: !leftOut.has(step.id),
                          onChange: (isIncluded) => {
                            const after = new Set(leftOut);
                            if (isIncluded) after.delete(step.id);
                            else after.add(step.id);
                            setLeftOut(after);
                          },
                        },
                      }
                    : {})}
                />
              ),
            )}
          </ol>
        )}
        {isOpen && omitted !== undefined && (
          <p class="aside">{PLAN_TEXTS.omitted(omitted, MAX_PLAN_STEPS)}</p>
        )}
        {editing === 'new' && canChange && (
          <StepEditor
            step={{ description: '', expectedOutcome: '' }}
            onSave={(written) => change([...open, written], 0)}
            onCancel={cancel()}
          />
        )}
      </div>
      {!isOver && !isCarriedOut && (
        <div class="buttons">
          {status === 'draft' && (
            <button
              type="button"
              class="primary"
              disabled={!canAct || included.length === 0}
              onClick={() => approve()}
            >
              {included.length === open.length ? PLAN_TEXTS.approve : PLAN_TEXTS.approveSome(included.length)}
            </button>
          )}
          {goingOn !== undefined && (
            <button
              type="button"
              class="primary"
              disabled={!canAct}
              onClick={() => tell({ type: 'carryOutPlan' })}
            >
              {goingOn}
            </button>
          )}
          {status === 'executing' && findNextStep(plan)?.status !== 'pending' && (
            <button type="button" disabled={!canAct} onClick={() => tell({ type: 'skipStep' })}>
              {PLAN_TEXTS.skip}
            </button>
          )}
          <button type="button" disabled={!canAct} onClick={() => comment('')}>
            {PLAN_TEXTS.comment}
          </button>
          {canChange && (
            <MenuButton
              icon="ellipsis"
              label={PLAN_TEXTS.more}
              items={[
                ...(status === 'draft' && included.length > 0
                  ? [{ icon: 'clear-all', label: PLAN_TEXTS.approveCleared, onChoose: () => approve(true) }]
                  : []),
                ...(steps.length < MAX_PLAN_STEPS
                  ? [{ icon: 'add', label: PLAN_TEXTS.add, onChoose: () => setEditing('new') }]
                  : []),
                { icon: 'trash', label: PLAN_TEXTS.giveUp, onChoose: () => tell({ type: 'giveUpPlan' }) },
              ]}
            />
          )}
        </div>
      )}
    </section>
  );
});

function toWritten({ id, description, expectedOutcome }: WrittenStep): WrittenStep {
  return { ...omitUndefined({ id }), description, expectedOutcome };
}

function toLine(text: string): string {
  return plainText(text).replaceAll(/\s+/gu, ' ');
}

/** What the turns of each step have cost, by its id. */
function listCosts(turns: Iterable<TurnView>): ReadonlyMap<number, string> {
  const byStep = new Map<number, TurnView[]>();
  for (const turn of turns)
    if (turn.step !== undefined) byStep.set(turn.step.step, [...(byStep.get(turn.step.step) ?? []), turn]);
  return new Map([...byStep].map(([step, its]) => [step, describeCosts(...its)]));
}
