import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../lib/memo.js';
import type { Dispatch } from '../state/action.js';
import type { State } from '../state/state.js';
import { toVisibleName, toVisibleText } from '../../../markdown/visible-text.js';
import { readComposerKey } from './read-composer-key.js';
import { FileButton } from './file-button.js';
import { LISTBOX_ID, MentionPopup, optionId } from './mention-popup.js';

const PROBLEM_ID = 'problem';

interface Props extends Pick<State, 'draft' | 'search' | 'caret' | 'focusCount'> {
  readonly canAsk: boolean;
  readonly isRunning: boolean;
  /** The call that waits for approval. */
  readonly waiting: string | undefined;
  /** Why no question can be asked now. */
  readonly problem: string | undefined;
  readonly dispatch: Dispatch;
}

/** The message box with its mentioned files, and a button to send, or to stop the running turn. */
export const Composer = memo<Props>(function Composer(props) {
  const { draft, search, caret, focusCount, canAsk, isRunning, waiting, problem, dispatch } = props;
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
    const action = readComposerKey(event, { hits, active, isSearching, isRunning, approvable });
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
  return (
    <form
      class="composer"
      aria-label="Composer"
      onSubmit={(event) => {
        event.preventDefault();
        dispatch(isRunning ? { type: 'tell', message: { type: 'stop' } } : { type: 'sendDraft' });
      }}
    >
      {search !== undefined && <MentionPopup search={search} dispatch={dispatch} />}
      <div id={PROBLEM_ID} class="problem" aria-live="polite">
        {problem !== undefined && toVisibleText(problem)}
      </div>
      {draft.mentions.length > 0 && (
        <ul class="chips" aria-label="Files that go with the message">
          {draft.mentions.map((mention) => (
            <li key={`${mention.root}\n${mention.path}`} class="chip">
              <FileButton mention={mention} dispatch={dispatch} />
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${toVisibleName(mention.path)}`}
                onClick={() => dispatch({ type: 'removeMention', mention })}
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
        <span class="hint">{hint(isRunning, approvable !== undefined)}</span>
        <button type="submit" class="primary" disabled={!isRunning && (!canAsk || draft.text.trim() === '')}>
          {isRunning ? 'Stop' : 'Send'}
        </button>
      </div>
    </form>
  );
});

function hint(isRunning: boolean, isAsked: boolean): string {
  if (isAsked) return 'Ctrl+Enter approves, Escape stops';
  return isRunning ? 'Working… Escape stops' : 'Enter sends, Shift+Enter starts a line';
}
