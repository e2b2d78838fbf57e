import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Attachment } from '../../../../../actors/protocol/attachment.js';
import type { EntryId } from '../../../../../actors/protocol/thread.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { MemoryContext } from '../../lib/memory-context.js';
import { detach, type Draft, draftOf, isEmptyDraft, listAttached } from '../../state/draft.js';
import { DraftChips } from '../parts/draft-chips.js';
import { ATTACHMENT_TEXTS } from '../../../words/view-words.js';
import { EDIT_TEXTS } from '../../../words/memory-words.js';

interface Props {
  readonly entry: EntryId;
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** An earlier message in its place, to change it and to run it again from there. */
export function MessageEditor({ entry, text, attachments }: Props) {
  const dispatch = useContext(DispatchContext);
  const { memory, canTravel } = useContext(MemoryContext);
  const [draft, setDraft] = useState<Draft>(() =>
    draftOf({ text, attachments: attachments.map(({ ref }) => ref) }),
  );
  const [putsFilesBack, setPutsFilesBack] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(text.length, text.length);
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const files = memory.plan?.moment === entry ? memory.plan.files : [];
  const restored = files.filter(({ action }) => action === 'restore').length;
  const conflicts = files.filter(({ action }) => action === 'conflict').length;
  const canSend = canTravel && !isEmptyDraft(draft);
  const cancel = (): void => dispatch({ type: 'editInPlace' });
  const send = (): void => {
    if (!canSend) return;
    const message = { text: draft.text.trim(), attachments: listAttached(draft) };
    dispatch({
      type: 'tell',
      message: { type: 'editMessage', entry, message, putsFilesBack: putsFilesBack && restored > 0 },
    });
  };
  return (
    <form
      class="user-message editor"
      aria-label={EDIT_TEXTS.editor}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        cancel();
      }}
    >
      <textarea
        ref={box}
        aria-label={EDIT_TEXTS.message}
        rows={1}
        dir="auto"
        value={draft.text}
        onInput={({ currentTarget: { value } }) => setDraft({ ...draft, text: value })}
        onKeyDown={(event) => {
          const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey;
          if (event.key !== 'Enter' || !isPlain) return;
          event.preventDefault();
          event.stopPropagation();
          send();
        }}
      />
      <DraftChips
        draft={draft}
        label={ATTACHMENT_TEXTS.ofMessage}
        dispatch={dispatch}
        onRemove={(ref) => setDraft(detach(draft, ref))}
      />
      {restored > 0 && (
        <label class="check">
          <input
            type="checkbox"
            checked={putsFilesBack}
            onChange={({ currentTarget: { checked } }) => setPutsFilesBack(checked)}
          />{' '}
          {EDIT_TEXTS.putBack(restored)}
        </label>
      )}
      {conflicts > 0 && <p class="note">{EDIT_TEXTS.stay(conflicts)}</p>}
      <div class="buttons">
        <button type="submit" class="primary" disabled={!canSend}>
          {EDIT_TEXTS.send}
        </button>
        <button type="button" onClick={cancel}>
          {EDIT_TEXTS.cancel}
        </button>
        <span class="aside">{EDIT_TEXTS.kept}</span>
      </div>
    </form>
  );
}
