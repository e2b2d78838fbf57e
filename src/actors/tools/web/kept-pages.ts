import type { FetchedPage } from './fetch-page.js';

// The pages of some long documents. Units: UTF-16 units of all texts together.
const MAX_CHARS = 16 * 1024 * 1024;

/** The texts of the pages that were fetched last, so that their further parts need no request. */
export class KeptPages {
  /** The one that was used last comes last. */
  readonly #pages = new Map<string, FetchedPage>();
  #chars = 0;

  /** `thread`: the conversation; another one has to fetch the page itself. */
  find(thread: string, url: string): FetchedPage | undefined {
    const key = toKey(thread, url);
    const page = this.#pages.get(key);
    if (page === undefined) return undefined;
    this.#pages.delete(key);
    this.#pages.set(key, page);
    return page;
  }

  add(thread: string, url: string, page: FetchedPage): void {
    const key = toKey(thread, url);
    this.#remove(key);
    this.#pages.set(key, page);
    this.#chars += page.text.length;
    for (const [oldest] of this.#pages) {
      if (this.#chars <= MAX_CHARS || oldest === key) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#chars -= this.#pages.get(key)?.text.length ?? 0;
    this.#pages.delete(key);
  }
}

function toKey(thread: string, url: string): string {
  return JSON.stringify([thread, url]);
}
