import type { PlanStepView } from '../../../../../actors/protocol/plans/plan-view.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { PLAN_TEXTS } from '../../../words/plan-words.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { Icon } from '../parts/icon.js';
import { LongText } from '../parts/long-text.js';
import { WithCode } from '../parts/with-code.js';
import { MenuButton } from '../parts/menu-button.js';

/** What the person may do with a step that is still to be done. */
export interface StepActions {
  readonly onEdit: () => void;
  readonly onComment: () => void;
  /** Absent where it is the first, or the last. */
  readonly onMoveUp?: () => void;
  readonly onMoveDown?: () => void;
  /** Absent for the only one. */
  readonly onRemove?: () => void;
  /** Another step was dropped on it, which is to come in its place. */
  readonly onDrop: (step: number) => void;
}

interface Props {
  readonly number: number;
  readonly step: PlanStepView;
  /** Whether it is in what is approved, and how to change that. Absent where nothing is to be approved. */
  readonly tick?: { readonly isIncluded: boolean; readonly onChange: (isIncluded: boolean) => void };
  readonly actions?: StepActions;
  /** What it has cost so far. Default: nothing is known. */
  readonly costs: string;
}

const ICONS: Readonly<Record<PlanStepView['status'], string>> = {
  pending: 'circle-large-outline',
  running: 'arrow-right',
  completed: 'pass-filled',
  failed: 'error',
  skipped: 'debug-step-over',
};

// Some lines of the side bar.
const LIMIT: TextLimit = { maxChars: 600, maxLines: 8 };

// What a dragged step carries, so that nothing else can be dropped.
const DRAGGED = 'application/x-troupe-step';

/** A step of a plan: what is to be done, what is expected or was observed, and what the person may do with it. */
export function PlanStepRow({ number, step, tick, actions, costs }: Props) {
  const { id, status, description, expectedOutcome, result } = step;
  const isOpen = status === 'pending' || status === 'running' || status === 'failed';
  const outcome = [...(result === undefined ? [] : [plainText(result)]), ...(costs === '' ? [] : [costs])];
  return (
    <li
      data-status={status}
      data-step={id}
      {...(status === 'running' ? { 'aria-current': 'step' } : {})}
      {...(actions === undefined ? {} : { draggable: true, class: 'movable' })}
      onDragStart={(event) => {
        event.dataTransfer?.setData(DRAGGED, `${id}`);
      }}
      onDragOver={(event) => {
        if (actions !== undefined && event.dataTransfer?.types.includes(DRAGGED) === true)
          event.preventDefault();
      }}
      onDrop={(event) => {
        const dragged = Number(event.dataTransfer?.getData(DRAGGED) ?? '');
        if (actions === undefined || dragged === 0 || dragged === id) return;
        event.preventDefault();
        actions.onDrop(dragged);
      }}
      onKeyDown={(event) => {
        if (!event.altKey) return;
        const move = { ArrowUp: actions?.onMoveUp, ArrowDown: actions?.onMoveDown }[event.key];
        if (move === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        move();
      }}
    >
      {tick === undefined ? (
        <Icon name={ICONS[status]} />
      ) : (
        <input
          type="checkbox"
          checked={tick.isIncluded}
          aria-label={PLAN_TEXTS.include(toVisibleText(plainText(description)))}
          onChange={({ currentTarget: { checked } }) => tick.onChange(checked)}
        />
      )}
      <div class="plan-text">
        <span class="for-screen-readers">{PLAN_TEXTS.statuses[status]} </span>
        {number}. <LongText text={plainText(description)} limit={LIMIT} draw={withCode} />
        {isOpen && (
          <p class="aside">
            <LongText text={PLAN_TEXTS.expected(plainText(expectedOutcome))} limit={LIMIT} draw={withCode} />
          </p>
        )}
        {outcome.length > 0 && (
          <p class={status === 'failed' ? 'aside failure' : 'aside'}>
            <LongText text={outcome.join(' · ')} limit={LIMIT} draw={withCode} />
          </p>
        )}
      </div>
      {actions !== undefined && (
        <MenuButton icon="ellipsis" label={PLAN_TEXTS.actions(number)} items={listItems(actions)} />
      )}
    </li>
  );
}

function listItems({ onEdit, onComment, onMoveUp, onMoveDown, onRemove }: StepActions) {
  return [
    { icon: 'edit', label: PLAN_TEXTS.edit, onChoose: onEdit },
    { icon: 'comment', label: PLAN_TEXTS.commentStep, onChoose: onComment },
    { icon: 'arrow-up', label: PLAN_TEXTS.moveUp, onChoose: onMoveUp },
    { icon: 'arrow-down', label: PLAN_TEXTS.moveDown, onChoose: onMoveDown },
    { icon: 'trash', label: PLAN_TEXTS.remove, onChoose: onRemove },
  ].flatMap(({ onChoose, ...item }) => (onChoose === undefined ? [] : [{ ...item, onChoose }]));
}

function withCode(text: string) {
  return <WithCode text={text} />;
}
