import { useEffect, useState } from 'preact/hooks';

const LABEL = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' };

// Long enough to read, short enough to be gone at the next use.
const SHOWN_MS = 2_000;

/** A button that copies a text and shows whether that succeeded. Calls `text` when it is pressed. */
export function CopyButton({ text }: { readonly text: () => string }) {
  const [state, setState] = useState<keyof typeof LABEL>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {LABEL[state]}
    </button>
  );
}
