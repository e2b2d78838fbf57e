import type { EditBuffer } from './edit-buffer.js';

/**
 * Typed text that can be completed. Shape: `text` is the text from `from` to the cursor, including its `/` or `@`; of a
 * model only its name.
 */
export interface Completable {
  readonly kind: 'command' | 'path' | 'model';
  readonly from: number;
  readonly text: string;
}

/** A completion. */
export interface Suggestion {
  /** Replaces the typed text. */
  readonly text: string;
  /** Shown in the list. Default: `text`. */
  readonly label?: string;
  /** A short description. */
  readonly note?: string;
}

/**
 * The completable text before the cursor: a command at the start of the message, the name of a model behind the command
 * that takes one, or a path after an `@`.
 */
export function findCompletable({ text, cursor }: EditBuffer): Completable | undefined {
  const head = text.slice(0, cursor);
  if (/^\/[\p{L}\p{N}:_-]*$/u.test(head)) return { kind: 'command', from: 0, text: head };
  const model = /^\/model\s+(\S*)$/.exec(head)?.[1];
  if (model !== undefined) return { kind: 'model', from: cursor - model.length, text: model };
  const path = /(?:^|\s)(@(?:"[^"\n]*|[^\s"]*))$/.exec(head)?.[1];
  return path === undefined ? undefined : { kind: 'path', from: cursor - path.length, text: path };
}

/** The completions that the person can pick. */
export class Suggestions {
  /** The typed text that the items complete. */
  #for: Completable | undefined;
  #items: readonly Suggestion[] = [];
  #selected = -1;

  get items(): readonly Suggestion[] {
    return this.#items;
  }

  /** The index of the selected item, or -1 for none. */
  get selected(): number {
    return this.#selected;
  }

  /** Whether the person is choosing, or was told that there is nothing. */
  get isOpen(): boolean {
    return this.#for !== undefined;
  }

  /** Shows at most `limit` items. Those that complete the same text already keep their places above the new ones. */
  show(subject: Completable, items: readonly Suggestion[], limit = items.length): void {
    const isSame = this.#for?.from === subject.from && this.#for.text === subject.text;
    const shown = isSame ? this.#items : [];
    const known = new Set(shown.map(({ text }) => text));
    const all = [...shown, ...items.filter(({ text }) => !known.has(text))].slice(0, limit);
    // A single completion that is typed in full already is not shown.
    const isDone = all.length === 1 && all[0]?.text.trimEnd() === subject.text;
    this.#for = subject;
    this.#items = isDone ? [] : all;
    if (!isSame) this.#selected = -1;
  }

  close(): void {
    this.#for = undefined;
    this.#items = [];
    this.#selected = -1;
  }

  /** Selects the next or the previous item; wraps around. */
  move(by: 1 | -1): void {
    const count = this.#items.length;
    if (count === 0) return;
    this.#selected = this.#selected < 0 && by < 0 ? count - 1 : (this.#selected + by + count) % count;
  }

  /** The buffer with the selected item inserted, or else the first one. */
  accept({ text, cursor }: EditBuffer): EditBuffer | undefined {
    const item = this.#items[Math.max(0, this.#selected)];
    if (item === undefined || this.#for === undefined) return undefined;
    const head = text.slice(0, this.#for.from) + item.text;
    this.close();
    return { text: head + text.slice(cursor), cursor: head.length };
  }
}
