import type {
  TargetedClipboardEvent,
  TargetedEvent,
  TargetedFocusEvent,
  TargetedKeyboardEvent,
} from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { attachFiles } from '../../state/attach-files.js';
import { isEmptyDraft } from '../../state/draft.js';
import type { State } from '../../state/state.js';
import { LISTBOX_ID, optionId } from './mention-popup.js';
import { readComposerKey } from './read-composer-key.js';
import { PROBLEM_ID } from './status-lines.js';
import { writeText } from './write-text.js';
import { COMPOSER_TEXTS } from '../../../words/view-words.js';

// What VS Code's editors put on the clipboard beside a text. Source: clipboardUtils.ts of VS Code.
const EDITOR_DATA = 'vscode-editor-data';

interface Props extends Pick<State, 'draft' | 'search' | 'caret' | 'focusCount'> {
  readonly isRunning: boolean;
  readonly isRecalled: boolean;
  readonly dispatch: Dispatch;
}

/** The box in which a message is written. The draft has its text; only keys and `writeText` change the box. */
export const MessageBox = memo<Props>(function MessageBox(props) {
  const { draft, search, caret, focusCount, isRunning, isRecalled, dispatch } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const isWriting = useRef(false);
  // Since the box has lost the focus: the list closed then.
  const isLeft = useRef(false);
  const drawn = useRef<Pick<State, 'caret' | 'focusCount'>>({ caret: undefined, focusCount: 0 });
  const tellCaret = ({ value, selectionStart }: HTMLTextAreaElement): void => {
    dispatch({ type: 'typed', text: value, caret: selectionStart });
  };
  // Before the next frame, so that the next key reaches the message box.
  useLayoutEffect(() => {
    const { current } = box;
    const moves = caret !== undefined && caret !== drawn.current.caret;
    const takesFocus = moves || focusCount !== drawn.current.focusCount;
    drawn.current = { caret, focusCount };
    if (current === null) return;
    const wasLeft = isLeft.current;
    isWriting.current = true;
    if (takesFocus) current.focus();
    writeText(current, draft.text);
    if (moves) current.setSelectionRange(caret.at, caret.at);
    isWriting.current = false;
    // Its event came before the box had its text and its caret. One that had the focus all the time keeps its list.
    if (wasLeft && !isLeft.current) tellCaret(current);
  }, [draft.text, caret, focusCount]);

  const items = search?.items.length ?? 0;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>): void => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const action = readComposerKey(event, {
      hits: items,
      active: search?.active ?? 0,
      isSearching: search !== undefined,
      isRunning,
      isEmpty: isEmptyDraft(draft),
      isRecalled,
      isFirstLine: !value.slice(0, selectionStart).includes('\n'),
      isLastLine: !value.slice(selectionEnd).includes('\n'),
    });
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    dispatch(action);
  };
  const onPaste = (event: TargetedClipboardEvent<HTMLTextAreaElement>): void => {
    const { clipboardData, currentTarget } = event;
    if (clipboardData === null) return;
    const text = clipboardData.getData('text/plain');
    // Some programs put a picture of a text beside it.
    if (text === '' && clipboardData.files.length > 0) {
      event.preventDefault();
      void attachFiles([...clipboardData.files], dispatch);
    } else if (clipboardData.types.includes(EDITOR_DATA) && text.includes('\n')) {
      event.preventDefault();
      const { selectionStart: start, selectionEnd: end } = currentTarget;
      dispatch({ type: 'pastedCode', text, start, end });
    }
  };
  const onCaret = ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>): void => {
    if (!isWriting.current) tellCaret(currentTarget);
  };
  const onFocus = (event: TargetedFocusEvent<HTMLTextAreaElement>): void => {
    isLeft.current = false;
    onCaret(event);
  };
  const onBlur = (): void => {
    isLeft.current = true;
    dispatch({ type: 'left' });
  };
  return (
    <textarea
      ref={box}
      aria-label={COMPOSER_TEXTS.message}
      placeholder={COMPOSER_TEXTS.placeholder}
      rows={1}
      dir="auto"
      aria-describedby={PROBLEM_ID}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      {...(items > 0
        ? { 'aria-controls': LISTBOX_ID, 'aria-activedescendant': optionId(search?.active ?? 0) }
        : {})}
      onInput={onCaret}
      onKeyDown={onKeyDown}
      onKeyUp={onCaret}
      onClick={onCaret}
      onFocus={onFocus}
      onPaste={onPaste}
      onBlur={onBlur}
    />
  );
});
