import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { State } from '../../state/state.js';
import { toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { readComposerKey } from './read-composer-key.js';
import { keyOf } from '../../state/draft.js';
import { AttachmentChip, describeAttachment } from '../parts/attachment-chip.js';
import { LISTBOX_ID, MentionPopup, optionId } from './mention-popup.js';

const PROBLEM_ID = 'problem';

interface Props extends Pick<State, 'draft' | 'search' | 'caret' | 'focusCount'> {
  readonly canSend: boolean;
  readonly isRunning: boolean;
  /** The call that waits for approval. */
  readonly waiting: string | undefined;
  /** Why no question can be asked now. */
  readonly problem: string | undefined;
  readonly dispatch: Dispatch;
}

/**
 * The message box with its attachments, and buttons to send the message, or to stop the running turn. While a turn runs,
 * a message waits for the model's next step, or interrupts the turn.
 */
export const Composer = memo<Props>(function Composer(props) {
  const { draft, search, caret, focusCount, canSend, isRunning, waiting, problem, dispatch } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (caret === undefined) return;
    box.current?.focus();
    box.current?.setSelectionRange(caret.at, caret.at);
  }, [caret]);
  // Before the next frame, so that the next key reaches the message box.
  useLayoutEffect(() => {
    if (focusCount > 0) box.current?.focus();
  }, [focusCount]);

  const hits = search?.hits?.length ?? 0;
  // While a message is being written, Ctrl+Enter belongs to the message.
  const approvable = draft.text === '' ? waiting : undefined;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const active = search?.active ?? 0;
    const isSearching = search !== undefined;
    const situation = { hits, active, isSearching, isRunning, isEmpty: draft.text === '', approvable };
    const action = readComposerKey(event, situation);
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(action);
  };
  const onCaret = (): void => {
    const { current } = box;
    if (current !== null) dispatch({ type: 'typed', text: current.value, caret: current.selectionStart });
  };
  const isOpen = hits > 0;
  const canSendDraft = canSend && draft.text.trim() !== '';
  // With nothing to send, the button of a running turn stops it.
  const isStop = isRunning && draft.text.trim() === '';
  const stop = (): void => dispatch({ type: 'tell', message: { type: 'stop' } });
  return (
    <form
      class="composer"
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        if (isStop) stop();
        else dispatch({ type: 'sendDraft' });
      }}
    >
      {search !== undefined && <MentionPopup search={search} dispatch={dispatch} />}
      <div id={PROBLEM_ID} class="problem" aria-live="polite">
        {problem !== undefined && toVisibleText(problem)}
      </div>
      {draft.attachments.length > 0 && (
        <ul class="chips" aria-label="Files that go with the message">
          {draft.attachments.map((ref) => (
            <li key={keyOf(ref)} class="chip">
              <AttachmentChip attached={ref} dispatch={dispatch} />
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${toVisibleName(describeAttachment(ref))}`}
                onClick={() => dispatch({ type: 'detach', ref })}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={box}
        aria-label="Message"
        placeholder="Ask, or type @ to mention a file"
        rows={1}
        dir="auto"
        value={draft.text}
        aria-describedby={PROBLEM_ID}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        {...(isOpen
          ? { 'aria-controls': LISTBOX_ID, 'aria-activedescendant': optionId(search?.active ?? 0) }
          : {})}
        onInput={onCaret}
        onKeyDown={onKeyDown}
        onKeyUp={onCaret}
        onClick={onCaret}
        onFocus={onCaret}
        onBlur={() => dispatch({ type: 'left' })}
      />
      <div class="buttons">
        <span class="hint">{hint(isRunning, draft.text.trim() === '', approvable !== undefined)}</span>
        {isRunning && !isStop && (
          <>
            <button type="button" onClick={stop}>
              Stop
            </button>
            <button
              type="button"
              disabled={!canSendDraft}
              aria-keyshortcuts="Control+Enter"
              title="Stops the turn and sends the message (Ctrl+Enter)"
              onClick={() => dispatch({ type: 'sendDraft', interrupts: true })}
            >
              Interrupt
            </button>
          </>
        )}
        <button
          type="submit"
          class="primary"
          disabled={!isStop && !canSendDraft}
          {...(isRunning && !isStop ? { title: 'The model reads the message at its next step (Enter)' } : {})}
        >
          {isStop ? 'Stop' : isRunning ? 'Queue' : 'Send'}
        </button>
      </div>
    </form>
  );
});

function hint(isRunning: boolean, isEmpty: boolean, isAsked: boolean): string {
  if (isAsked) return 'Ctrl+Enter approves, Ctrl+Backspace denies';
  if (!isRunning) return 'Enter sends, Shift+Enter starts a line';
  return isEmpty ? 'Working… Escape stops' : 'Enter queues, Ctrl+Enter interrupts';
}
