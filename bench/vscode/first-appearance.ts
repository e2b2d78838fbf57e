import type { Locator } from 'playwright-core';

/** Something that is to appear in a document after a key is pressed there. */
export interface Awaited {
  /** Any element of the document. */
  readonly within: Locator;
  /** Shape: a CSS selector. */
  readonly selector: string;
  /** What it must contain. */
  readonly text: string;
}

/**
 * Measures in the document itself how long it takes from the next key press until something can be painted: a test
 * that polls from outside is too coarse. Units: milliseconds.
 */
export async function startAppearanceTimer(awaited: Awaited): Promise<{ elapsedMs(): Promise<number> }> {
  const timer = await awaited.within.evaluateHandle(watchForAppearance, {
    selector: awaited.selector,
    text: awaited.text,
  });
  return {
    async elapsedMs() {
      const elapsedMs = await timer.evaluate(({ appeared }) => appeared);
      await timer.dispose();
      return elapsedMs;
    },
  };
}

/** Runs in the document. */
function watchForAppearance(
  element: Element,
  { selector, text }: { readonly selector: string; readonly text: string },
): { readonly appeared: Promise<number> } {
  const page = element.ownerDocument;
  const pressed = new Promise<number>((resolve) => {
    const note = (): void => {
      resolve(performance.now());
    };
    page.addEventListener('keydown', note, { capture: true, once: true });
  });
  const appeared = pressed.then(
    (pressedAt) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(look);
        function look(): void {
          const isThere = [...page.querySelectorAll(selector)].some(({ textContent }) =>
            textContent.includes(text),
          );
          if (!isThere) return;
          observer.disconnect();
          requestAnimationFrame((paintAt) => {
            resolve(paintAt - pressedAt);
          });
        }
        observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
        look();
      }),
  );
  return { appeared };
}
