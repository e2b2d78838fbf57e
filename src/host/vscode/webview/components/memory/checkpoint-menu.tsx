import { useContext } from 'preact/hooks';
import type { Moment } from '../../../../../actors/protocol/ui-memory.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import type { AskedJump } from '../../state/memory-state.js';
import { MenuButton } from '../parts/menu-button.js';
import { CHECKPOINT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly moment: Moment;
  readonly label: string;
}

/** The mark of a moment in the margin, with what a person can do from there. Hidden while a turn runs. */
export function CheckpointMenu({ moment, label }: Props) {
  const dispatch = useContext(DispatchContext);
  const ask = (scope: AskedJump['scope']) => (): void =>
    dispatch({ type: 'askJump', asked: { moment, scope } });
  const tell = (type: 'showJump' | 'branchOff') => (): void =>
    dispatch({ type: 'tell', message: { type, moment } });
  return (
    <MenuButton
      icon="history"
      name="checkpoint"
      label={label}
      items={[
        { icon: 'diff-multiple', label: CHECKPOINT_TEXTS.show, onChoose: tell('showJump') },
        { icon: 'discard', label: CHECKPOINT_TEXTS.files, onChoose: ask('files') },
        { icon: 'reply', label: CHECKPOINT_TEXTS.both, onChoose: ask('both') },
        { icon: 'git-branch', label: CHECKPOINT_TEXTS.branchOff, onChoose: tell('branchOff') },
      ]}
    />
  );
}
