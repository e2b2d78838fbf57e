import { useContext } from 'preact/hooks';
import type { ViewFork } from '../../../../../actors/protocol/ui-memory.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { Icon } from '../parts/icon.js';
import { EDIT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly fork: ViewFork;
  readonly isEnabled: boolean;
}

/** The branches that begin with a message, and steps to the one before and the one after. */
export function BranchSwitch({ fork: { heads, current }, isEnabled }: Props) {
  const dispatch = useContext(DispatchContext);
  const step = (by: -1 | 1, icon: string, label: string) => {
    const head = heads[current + by];
    return (
      <button
        type="button"
        class="quiet icon-button"
        aria-label={label}
        title={label}
        disabled={head === undefined || !isEnabled}
        onClick={() =>
          head !== undefined && dispatch({ type: 'tell', message: { type: 'switchBranch', head } })
        }
      >
        <Icon name={icon} />
      </button>
    );
  };
  return (
    <span class="branches" role="group" aria-label={EDIT_TEXTS.branches}>
      {step(-1, 'chevron-left', EDIT_TEXTS.previous)}
      <span aria-hidden="true">{EDIT_TEXTS.position(current + 1, heads.length)}</span>
      <span class="for-screen-readers">{EDIT_TEXTS.branch(current + 1, heads.length)}</span>
      {step(1, 'chevron-right', EDIT_TEXTS.next)}
    </span>
  );
}
