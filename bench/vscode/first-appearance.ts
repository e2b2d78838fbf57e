import type { Locator } from 'playwright-core';

/** Where keys are pressed and something is to appear, in one document. */
interface Watched {
  /** Any element of the document. */
  readonly within: Locator;
  /** What is to appear. Shape: a CSS selector. */
  readonly selector: string;
  /** What it must contain. */
  readonly text: string;
}

/**
 * Resolves with the milliseconds from the next key press to the moment when an element is there and can be painted.
 * Measured in the document itself: a test that polls from outside is too coarse.
 */
export function timeFirstAppearance({ within, selector, text }: Watched): Promise<number> {
  return within.evaluate(
    (element, { selector, text }) =>
      new Promise<number>((resolve) => {
        const page = element.ownerDocument;
        let pressed = 0;
        page.addEventListener(
          'keydown',
          () => {
            pressed ||= performance.now();
          },
          { capture: true, once: true },
        );
        const observer = new MutationObserver(() => {
          if (pressed === 0) return;
          const found = [...page.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text));
          if (!found) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            resolve(performance.now() - pressed);
          });
        });
        observer.observe(page, { subtree: true, childList: true, characterData: true, attributes: true });
      }),
    { selector, text },
  );
}
