import { useEffect, useState } from 'preact/hooks';

const LABEL = { idle: 'Copy', copied: 'Copied', failed: 'Copy failed' };

// Long enough to be read, short enough not to be in the way of the next time.
const SHOWN_MS = 2_000;

/** A button that copies a text and says whether it could. The text is asked for when it is pressed. */
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
