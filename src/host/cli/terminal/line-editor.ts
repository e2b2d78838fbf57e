import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { plainText } from '../../markdown/visible-text.js';
import {
  nextCharacterEnd,
  alignCursor,
  previousCharacterStart,
  previousSpaceEnd,
  createBuffer,
  type Cut,
  cutRange,
  type EditBuffer,
  EMPTY,
  insert,
  moveDown,
  lineEnd,
  lineStart,
  moveUp,
  formatPasteMark,
  PASTE_MARK,
  nextWordEnd,
  previousWordStart,
} from './edit-buffer.js';
import type { Key } from './key.js';
import type { InputHistory } from './input-history.js';
import { findCompletable, Suggestions } from './suggestions.js';

// A longer paste is replaced by a mark in the line, because it would fill the screen. Units: lines, characters.
const MAX_SHOWN_PASTE_LINES = 8;
const MAX_SHOWN_PASTE_CHARS = 800;

// More steps than anybody undoes.
const MAX_UNDO = 100;

// Characters that a terminal acts on, except line feeds and tabs.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A message that the person entered. */
export interface EnteredMessage {
  readonly text: string;
  /** The message with a mark in place of each long paste. */
  readonly shown: string;
  /** The pasted texts by their marks. Default: none. */
  readonly pastes?: ReadonlyMap<string, string>;
}

/** A search in the input history. */
export interface HistorySearch {
  readonly query: string;
  /** Whether the shown line contains the query. */
  readonly isFound: boolean;
}

/** The state of the input line: editing, history, pastes and suggestions, key by key. Does no I/O. */
export class LineEditor {
  readonly suggestions = new Suggestions();
  readonly #past: InputHistory;
  #buffer = EMPTY;
  #killed = '';
  #undo: EditBuffer[] = [];
  #pastes = new Map<string, string>();
  #pasteCount = 0;
  #search: (HistorySearch & { readonly index?: number; readonly origin: EditBuffer }) | undefined;

  constructor(past: InputHistory) {
    this.#past = past;
  }

  get buffer(): EditBuffer {
    return this.#buffer;
  }

  get search(): HistorySearch | undefined {
    return this.#search;
  }

  get isEmpty(): boolean {
    return this.#buffer.text === '';
  }

  clear(): void {
    this.#buffer = EMPTY;
    this.#undo = [];
    this.#search = undefined;
    this.#past.leave();
    this.suggestions.close();
  }

  /** Puts a message that was entered but not sent before the typed text. */
  takeBack({ shown, pastes = new Map<string, string>() }: EnteredMessage): void {
    const { text } = this.#buffer;
    // The marks of what is typed now may have the same numbers.
    const taken = shown.replace(new RegExp(PASTE_MARK, 'g'), (mark) => {
      const pasted = pastes.get(mark);
      return pasted === undefined ? mark : this.#mark(pasted);
    });
    this.#change(createBuffer(text === '' ? taken : `${taken}\n${text}`));
  }

  /** Ends a search or closes the suggestions. Returns whether there was any. */
  escape(): boolean {
    if (this.#search !== undefined) {
      this.#buffer = this.#search.origin;
      this.#search = undefined;
      return true;
    }
    const isOpen = this.suggestions.items.length > 0;
    this.suggestions.close();
    return isOpen;
  }

  /** Handles a key. Returns the message if the key entered it. */
  press(key: Key): EnteredMessage | undefined {
    if (this.#search !== undefined && this.#pressInSearch(key)) return undefined;
    switch (key.type) {
      case 'text':
        this.#change(insert(this.#buffer, key.text));
        return undefined;
      case 'paste':
        this.#paste(key.text);
        return undefined;
      default:
        return this.#pressKey(key.id);
    }
  }

  #pressKey(id: string): EnteredMessage | undefined {
    if (id === 'enter') return this.#enter();
    if (this.suggestions.items.length > 0 && this.#pressInSuggestions(id)) return undefined;
    const buffer = this.#buffer;
    const move = MOVES[id];
    if (move !== undefined) {
      this.#buffer = { text: buffer.text, cursor: move(buffer) };
      this.suggestions.close();
      return undefined;
    }
    const cut = CUT_KEYS[id];
    if (cut !== undefined) {
      const result = cut(buffer);
      if (result.cut === '') return undefined;
      if (KILL_KEYS.has(id)) this.#killed = result.cut;
      this.#change(result.buffer);
      return undefined;
    }
    this.#pressOther(id);
    return undefined;
  }

  #pressOther(id: string): void {
    switch (id) {
      case 'shift-enter':
      case 'alt-enter':
      case 'ctrl-enter':
      case 'linefeed':
        this.#change(insert(this.#buffer, '\n'));
        return;
      case 'up':
      case 'ctrl-p':
        this.#show(moveUp(this.#buffer), () => this.#past.older(this.#buffer.text));
        return;
      case 'down':
      case 'ctrl-n':
        this.#show(moveDown(this.#buffer), () => this.#past.newer());
        return;
      case 'ctrl-y':
        this.#change(insert(this.#buffer, this.#killed));
        return;
      case 'ctrl-_':
        this.#buffer = this.#undo.pop() ?? this.#buffer;
        return;
      case 'ctrl-r':
        this.#search = { query: '', isFound: true, origin: this.#buffer };
        return;
      default:
    }
  }

  /** Moves to the line above or below in the buffer, or else in the history. */
  #show(moved: EditBuffer | undefined, findLine: () => string | undefined): void {
    const line = moved === undefined ? findLine() : undefined;
    if (moved !== undefined) this.#buffer = moved;
    else if (line !== undefined) this.#buffer = createBuffer(line);
    this.suggestions.close();
  }

  #enter(): EnteredMessage | undefined {
    const { text, cursor } = this.#buffer;
    if (this.suggestions.selected >= 0) {
      this.#accept();
      return undefined;
    }
    // As in a shell, a backslash at the end continues the line.
    if (cursor === text.length && text.endsWith('\\')) {
      this.#change(createBuffer(`${text.slice(0, -1)}\n`));
      return undefined;
    }
    const pastes = this.#pastes;
    const whole = [...pastes].reduce((all, [mark, pasted]) => all.replaceAll(mark, () => pasted), text);
    this.clear();
    this.#pastes = new Map();
    this.#pasteCount = 0;
    return { text: whole, shown: text, ...(pastes.size === 0 ? {} : { pastes }) };
  }

  #paste(raw: string): void {
    const text = plainText(raw).replaceAll(CONTROLS, '');
    const isLong = text.length > MAX_SHOWN_PASTE_CHARS || text.split('\n').length > MAX_SHOWN_PASTE_LINES;
    if (!isLong) {
      this.#change(insert(this.#buffer, text));
      return;
    }
    this.#change(insert(this.#buffer, this.#mark(text)));
  }

  /** A new mark for a pasted text. */
  #mark(text: string): string {
    this.#pasteCount += 1;
    const mark = formatPasteMark(this.#pasteCount, text);
    this.#pastes.set(mark, text);
    return mark;
  }

  /** Handles a key in the suggestions. Returns whether it did. */
  #pressInSuggestions(id: string): boolean {
    if (id === 'tab') this.#accept();
    else if (id === 'down' || id === 'ctrl-n') this.suggestions.move(1);
    else if (id === 'up' || id === 'ctrl-p' || id === 'shift-tab') this.suggestions.move(-1);
    else return false;
    return true;
  }

  #accept(): void {
    const accepted = this.suggestions.accept(this.#buffer);
    if (accepted !== undefined) this.#change(accepted);
  }

  /**
   * Handles a key in the search. Returns whether it did: any other key ends the search and then acts on the line found.
   */
  #pressInSearch(key: Key): boolean {
    const search = this.#search;
    if (search === undefined) return false;
    if (key.type === 'text') this.#find(search.query + key.text);
    else if (key.type === 'key' && key.id === 'backspace')
      this.#find(search.query.slice(0, previousCharacterStart(createBuffer(search.query))));
    else if (key.type === 'key' && key.id === 'ctrl-r') this.#find(search.query, search.index);
    else if (key.type === 'key' && key.id === 'ctrl-g') this.escape();
    else {
      this.#search = undefined;
      return false;
    }
    return true;
  }

  #find(query: string, beforeIndex?: number): void {
    const origin = this.#search?.origin ?? this.#buffer;
    const found = query === '' ? undefined : this.#past.find(query, beforeIndex);
    if (found !== undefined) this.#buffer = createBuffer(found.line);
    const index = found?.index ?? beforeIndex;
    this.#search = {
      query,
      isFound: query === '' || found !== undefined,
      origin,
      ...omitUndefined({ index }),
    };
  }

  #change(buffer: EditBuffer): void {
    this.#undo = [...this.#undo.slice(1 - MAX_UNDO), this.#buffer];
    this.#buffer = alignCursor(buffer);
    if (findCompletable(buffer) === undefined) this.suggestions.close();
  }
}

const MOVES: Readonly<Record<string, (buffer: EditBuffer) => number>> = {
  left: previousCharacterStart,
  'ctrl-b': previousCharacterStart,
  right: nextCharacterEnd,
  'ctrl-f': nextCharacterEnd,
  'ctrl-left': previousWordStart,
  'alt-left': previousWordStart,
  'alt-b': previousWordStart,
  'ctrl-right': nextWordEnd,
  'alt-right': nextWordEnd,
  'alt-f': nextWordEnd,
  home: lineStart,
  'ctrl-a': lineStart,
  end: lineEnd,
  'ctrl-e': lineEnd,
};

const CUT_KEYS: Readonly<Record<string, (buffer: EditBuffer) => Cut>> = {
  backspace: (buffer) => cutRange(buffer, previousCharacterStart(buffer), buffer.cursor),
  'shift-backspace': (buffer) => cutRange(buffer, previousCharacterStart(buffer), buffer.cursor),
  delete: (buffer) => cutRange(buffer, buffer.cursor, nextCharacterEnd(buffer)),
  'ctrl-d': (buffer) => cutRange(buffer, buffer.cursor, nextCharacterEnd(buffer)),
  'ctrl-w': (buffer) => cutRange(buffer, previousSpaceEnd(buffer), buffer.cursor),
  'alt-backspace': (buffer) => cutRange(buffer, previousWordStart(buffer), buffer.cursor),
  'ctrl-backspace': (buffer) => cutRange(buffer, previousWordStart(buffer), buffer.cursor),
  'alt-d': (buffer) => cutRange(buffer, buffer.cursor, nextWordEnd(buffer)),
  'ctrl-delete': (buffer) => cutRange(buffer, buffer.cursor, nextWordEnd(buffer)),
  'ctrl-u': (buffer) => cutRange(buffer, lineStart(buffer), buffer.cursor),
  'ctrl-k': (buffer) => cutRange(buffer, buffer.cursor, lineEnd(buffer)),
};

/** Keys whose cut text Ctrl-Y inserts again. */
const KILL_KEYS: ReadonlySet<string> = new Set([
  'ctrl-w',
  'alt-backspace',
  'ctrl-backspace',
  'alt-d',
  'ctrl-u',
  'ctrl-k',
]);
