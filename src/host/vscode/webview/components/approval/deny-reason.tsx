import { useLayoutEffect, useRef } from 'preact/hooks';
import { APPROVAL_TEXTS } from '../../../words/view-words.js';

// As long as the extension takes.
const MAX_CHARS = 2_000;

interface Props {
  readonly onDeny: (reason: string) => void;
  readonly onClose: () => void;
}

/** A text field for why a call is denied, which the model reads. Enter sends it, Escape closes it. */
export function DenyReason({ onDeny, onClose }: Props) {
  const box = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <form
      class="deny-reason"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(box.current?.value.trim() ?? '');
      }}
      onKeyDown={(event) => {
        // Letters answer the question around it, and Escape stops the turn.
        event.stopPropagation();
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={box}
        type="text"
        dir="auto"
        maxLength={MAX_CHARS}
        aria-label={APPROVAL_TEXTS.reason}
        placeholder={APPROVAL_TEXTS.reasonPlaceholder}
      />
      <button type="submit">{APPROVAL_TEXTS.sendReason}</button>
    </form>
  );
}
