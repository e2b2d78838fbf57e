import { useEffect, useState } from 'preact/hooks';
import { IconButton } from './icon-button.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

const SHOWN = {
  idle: { icon: 'copy', label: ACTION_TEXTS.copy },
  copied: { icon: 'check', label: ACTION_TEXTS.copied },
  failed: { icon: 'error', label: ACTION_TEXTS.copyFailed },
} as const;

// Long enough to read, short enough to be gone at the next use.
const SHOWN_MS = 2_000;

/** A button that copies a text and shows whether that succeeded. Calls `text` when it is pressed. */
export function CopyButton({ text }: { readonly text: () => string }) {
  const [state, setState] = useState<keyof typeof SHOWN>('idle');
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
  return <IconButton {...SHOWN[state]} onClick={copy} />;
}
