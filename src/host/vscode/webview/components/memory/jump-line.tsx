import { useContext } from 'preact/hooks';
import type { TurnStep } from '../../../../../actors/threads/turn-view.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { MemoryContext } from '../../lib/memory-context.js';
import { Icon } from '../parts/icon.js';
import { CHECKPOINT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly step: TurnStep & { readonly kind: 'jump' };
  /** Whether nothing has followed it. */
  readonly isLast: boolean;
}

/** What a jump did, and a way back while nothing has followed it. */
export function JumpLine({ step: { entry, scope, files }, isLast }: Props) {
  const dispatch = useContext(DispatchContext);
  const { canTravel } = useContext(MemoryContext);
  const { wentBack } = CHECKPOINT_TEXTS;
  return (
    <div class="note buttons jump-line">
      <Icon name="history" />
      <span>{scope === 'conversation' ? wentBack.conversation : wentBack[scope](files)}</span>
      {isLast && canTravel && (
        <button
          type="button"
          title={CHECKPOINT_TEXTS.undoTitle}
          onClick={() => dispatch({ type: 'tell', message: { type: 'undoJump', jump: entry } })}
        >
          {CHECKPOINT_TEXTS.undo}
        </button>
      )}
    </div>
  );
}
