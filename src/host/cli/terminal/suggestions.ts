import type { EditBuffer } from './edit-buffer.js';

/** What is being typed that can be completed. Shape: `text` is what stands between `from` and the cursor, mark included. */
export interface Completable {
  readonly kind: 'command' | 'path';
  readonly from: number;
  readonly text: string;
}

/** What may stand in the place of a `Completable`. */
export interface Suggestion {
  /** Replaces what was typed. */
  readonly text: string;
  /** What is shown. Default: `text`. */
  readonly label?: string;
  /** A few words about it. */
  readonly note?: string;
}

/** The completable text that the cursor is behind: a command that begins the message, or a path behind an `@`. */
export function completableAt({ text, cursor }: EditBuffer): Completable | undefined {
  const head = text.slice(0, cursor);
  if (/^\/[a-z]*$/.test(head)) return { kind: 'command', from: 0, text: head };
  const path = /(?:^|\s)(@(?:"[^"\n]*|[^\s"]*))$/.exec(head)?.[1];
  return path === undefined ? undefined : { kind: 'path', from: cursor - path.length, text: path };
}

/** What a person may pick to complete what they type. */
export class Suggestions {
  #for: Completable | undefined;
  #items: readonly Suggestion[] = [];
  #selected = -1;

  get items(): readonly Suggestion[] {
    return this.#items;
  }

  /** Shape: an index into `items`, -1 for none. */
  get selected(): number {
    return this.#selected;
  }

  /** What the items are for. */
  get subject(): Completable | undefined {
    return this.#for;
  }

  show(subject: Completable, items: readonly Suggestion[]): void {
    // One that is all typed already helps nobody.
    const isDone = items.length === 1 && items[0]?.text.trimEnd() === subject.text;
    this.#for = subject;
    this.#items = isDone ? [] : items;
    this.#selected = -1;
  }

  close(): void {
    this.#for = undefined;
    this.#items = [];
    this.#selected = -1;
  }

  /** Selects the next item, or the one before it, around the ends. */
  move(by: 1 | -1): void {
    const count = this.#items.length;
    if (count === 0) return;
    this.#selected = this.#selected < 0 && by < 0 ? count - 1 : (this.#selected + by + count) % count;
  }

  /** The buffer with the selected item in it, else with the first. */
  accept({ text, cursor }: EditBuffer): EditBuffer | undefined {
    const item = this.#items[Math.max(0, this.#selected)];
    if (item === undefined || this.#for === undefined) return undefined;
    const head = text.slice(0, this.#for.from) + item.text;
    this.close();
    return { text: head + text.slice(cursor), cursor: head.length };
  }
}
