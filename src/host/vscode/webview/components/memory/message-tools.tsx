import { useContext } from 'preact/hooks';
import type { EntryId } from '../../../../../actors/protocol/thread.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { MemoryContext } from '../../lib/memory-context.js';
import { IconButton } from '../parts/icon-button.js';
import { BranchSwitch } from './branch-switch.js';
import { CheckpointMenu } from './checkpoint-menu.js';
import { CHECKPOINT_TEXTS, EDIT_TEXTS } from '../../../words/memory-words.js';

/**
 * What a person can do with a message that begins a turn: go to another branch, edit it, go back to before it. The style
 * sheet hides it while a turn runs, so that the beginning of a turn does not draw all the others again.
 */
export function MessageTools({ entry }: { readonly entry: EntryId }) {
  const dispatch = useContext(DispatchContext);
  const { memory, canTravel } = useContext(MemoryContext);
  const fork = memory.forks.get(entry);
  return (
    <div class="message-tools">
      {fork !== undefined && <BranchSwitch fork={fork} isEnabled={canTravel} />}
      <CheckpointMenu moment={entry} label={CHECKPOINT_TEXTS.beforeMessage} />
      <IconButton
        icon="edit"
        label={EDIT_TEXTS.editNamed}
        onClick={() => dispatch({ type: 'editInPlace', entry })}
      />
    </div>
  );
}
