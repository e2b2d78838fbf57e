import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { isEmptyDraft } from '../../state/draft.js';
import type { QueuedMessage } from '../../state/queue.js';
import type { State } from '../../state/state.js';
import { DraftChips } from '../parts/draft-chips.js';
import { MentionPopup } from './mention-popup.js';
import { MessageBox } from './message-box.js';
import { QueuedMessages } from './queued-messages.js';
import { StatusLines } from './status-lines.js';
import { Toolbar } from './toolbar.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';

interface Props extends Pick<State, 'draft' | 'search' | 'caret' | 'focusCount' | 'refusal'> {
  readonly status: ViewStatus;
  readonly queued: readonly QueuedMessage[];
  readonly canSend: boolean;
  readonly isRunning: boolean;
  readonly isRecalled: boolean;
  readonly isFirstScreen: boolean;
  readonly dispatch: Dispatch;
}

/**
 * The message that is being written, with what is attached beside its text, and the row of its buttons; above it what
 * waits to be read, and what stands in the way.
 */
export const Composer = memo<Props>(function Composer(props) {
  const { status, draft, search, queued, refusal, isRunning, isFirstScreen, dispatch } = props;
  const mention = (): void => {
    const gap = draft.text === '' || /\s$/.test(draft.text) ? '' : ' ';
    dispatch({ type: 'beginMention', text: `${draft.text}${gap}@` });
  };
  return (
    <form
      class="composer"
      aria-label={COMPOSER_TEXTS.composer}
      onSubmit={(event) => {
        event.preventDefault();
        dispatch({ type: 'sendDraft' });
      }}
    >
      <StatusLines status={status} isFirstScreen={isFirstScreen} refusal={refusal} dispatch={dispatch} />
      <QueuedMessages queued={queued} isRunning={isRunning} dispatch={dispatch} />
      <div class="box">
        {search !== undefined && (
          <MentionPopup search={search} folders={status.folders} dispatch={dispatch} />
        )}
        <DraftChips
          draft={draft}
          label={COMPOSER_TEXTS.attached}
          dispatch={dispatch}
          onRemove={(ref) => dispatch({ type: 'detach', ref })}
        />
        <MessageBox
          draft={draft}
          search={search}
          caret={props.caret}
          focusCount={props.focusCount}
          isRunning={isRunning}
          isRecalled={props.isRecalled}
          dispatch={dispatch}
        />
        <Toolbar
          status={status}
          canSend={props.canSend && !isEmptyDraft(draft)}
          isRunning={isRunning}
          onMention={mention}
          dispatch={dispatch}
        />
      </div>
    </form>
  );
});
