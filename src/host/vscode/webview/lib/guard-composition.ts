// The key code for a key that an input method has consumed, in browsers that do not set `isComposing`.
const IME_KEY_CODE = 229;

// The key that ended a composition is told at once; a candidate that was chosen with the mouse has no such key.
const MAX_DELAY_MS = 500;

/**
 * Keeps the keys that an input method uses from every text field and key of the view: Enter takes its candidate, and
 * sends nothing.
 *
 * WebKit tells of the end of a composition before the key that ended it, which then looks like any other key. It is the
 * one that comes before any key or button is released.
 */
export function guardComposition(page: Document): void {
  let endedAt = -Infinity;
  const forget = (): void => {
    endedAt = -Infinity;
  };
  page.addEventListener(
    'compositionend',
    ({ timeStamp }) => {
      endedAt = timeStamp;
    },
    true,
  );
  for (const type of ['keyup', 'pointerup', 'focusin']) page.addEventListener(type, forget, true);
  page.addEventListener(
    'keydown',
    (event) => {
      const endsIt = event.key === 'Enter' && event.timeStamp - endedAt < MAX_DELAY_MS;
      if (!endsIt && !event.isComposing && event.keyCode !== IME_KEY_CODE) return;
      event.stopPropagation();
      // It would break the line, or send the form of the field.
      if (endsIt) event.preventDefault();
    },
    true,
  );
}
