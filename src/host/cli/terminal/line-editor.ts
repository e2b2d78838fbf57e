import { plainText } from '../../markdown/visible-text.js';
import {
  after,
  align,
  before,
  blankBefore,
  bufferOf,
  type Cut,
  cutBetween,
  type EditBuffer,
  EMPTY,
  insert,
  lineDown,
  lineEnd,
  lineStart,
  lineUp,
  pasteMark,
  wordAfter,
  wordBefore,
} from './edit-buffer.js';
import type { Key } from './key.js';
import type { PastLines } from './past-lines.js';
import { completableAt, Suggestions } from './suggestions.js';

// A longer paste is replaced by a mark in the line, because it would fill the screen. Units: lines, characters.
const MAX_SHOWN_PASTE_LINES = 8;
const MAX_SHOWN_PASTE_CHARS = 800;

// More steps than anybody undoes.
const MAX_UNDO = 100;

// Characters that a terminal acts on, except line feeds and tabs.
// oxlint-disable-next-line eslint/no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** A message that the person entered. */
export interface Entered {
  readonly text: string;
  /** The message with a mark in place of each long paste. */
  readonly shown: string;
}

/** A search in the input history. */
export interface LineSearch {
  readonly query: string;
  /** Whether the shown line contains the query. */
  readonly isFound: boolean;
}

/** The state of the input line: editing, history, pastes and suggestions, key by key. Does no I/O. */
export class LineEditor {
  readonly suggestions = new Suggestions();
  readonly #past: PastLines;
  #buffer = EMPTY;
  #killed = '';
  #undo: EditBuffer[] = [];
  #pastes = new Map<string, string>();
  #pasteCount = 0;
  #search: (LineSearch & { readonly index?: number; readonly origin: EditBuffer }) | undefined;

  constructor(past: PastLines) {
    this.#past = past;
  }

  get buffer(): EditBuffer {
    return this.#buffer;
  }

  get search(): LineSearch | undefined {
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
  takeBack({ shown }: Entered): void {
    const { text } = this.#buffer;
    this.#change(bufferOf(text === '' ? shown : `${shown}\n${text}`));
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
  press(key: Key): Entered | undefined {
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

  #pressKey(id: string): Entered | undefined {
    if (id === 'enter') return this.#enter();
    if (this.suggestions.items.length > 0 && this.#pressInSuggestions(id)) return undefined;
    const buffer = this.#buffer;
    const move = MOVES[id];
    if (move !== undefined) {
      this.#buffer = { text: buffer.text, cursor: move(buffer) };
      this.suggestions.close();
      return undefined;
    }
    const cut = CUTS[id];
    if (cut !== undefined) {
      const result = cut(buffer);
      if (result.cut === '') return undefined;
      if (KILLS.has(id)) this.#killed = result.cut;
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
        this.#show(lineUp(this.#buffer), () => this.#past.older(this.#buffer.text));
        return;
      case 'down':
      case 'ctrl-n':
        this.#show(lineDown(this.#buffer), () => this.#past.newer());
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
    else if (line !== undefined) this.#buffer = bufferOf(line);
    this.suggestions.close();
  }

  #enter(): Entered | undefined {
    const { text, cursor } = this.#buffer;
    if (this.suggestions.selected >= 0) {
      this.#accept();
      return undefined;
    }
    // As in a shell, a backslash at the end continues the line.
    if (cursor === text.length && text.endsWith('\\')) {
      this.#change(bufferOf(`${text.slice(0, -1)}\n`));
      return undefined;
    }
    const whole = [...this.#pastes].reduce((all, [mark, pasted]) => all.replaceAll(mark, () => pasted), text);
    this.clear();
    this.#pastes = new Map();
    this.#pasteCount = 0;
    return { text: whole, shown: text };
  }

  #paste(raw: string): void {
    const text = plainText(raw).replaceAll(CONTROLS, '');
    const isLong = text.length > MAX_SHOWN_PASTE_CHARS || text.split('\n').length > MAX_SHOWN_PASTE_LINES;
    if (!isLong) {
      this.#change(insert(this.#buffer, text));
      return;
    }
    this.#pasteCount += 1;
    const mark = pasteMark(this.#pasteCount, text);
    this.#pastes.set(mark, text);
    this.#change(insert(this.#buffer, mark));
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
      this.#find(search.query.slice(0, before(bufferOf(search.query))));
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
    if (found !== undefined) this.#buffer = bufferOf(found.line);
    const index = found?.index ?? beforeIndex;
    this.#search = {
      query,
      isFound: query === '' || found !== undefined,
      origin,
      ...(index === undefined ? {} : { index }),
    };
  }

  #change(buffer: EditBuffer): void {
    this.#undo = [...this.#undo.slice(1 - MAX_UNDO), this.#buffer];
    this.#buffer = align(buffer);
    if (completableAt(buffer) === undefined) this.suggestions.close();
  }
}

const MOVES: Readonly<Record<string, (buffer: EditBuffer) => number>> = {
  left: before,
  'ctrl-b': before,
  right: after,
  'ctrl-f': after,
  'ctrl-left': wordBefore,
  'alt-left': wordBefore,
  'alt-b': wordBefore,
  'ctrl-right': wordAfter,
  'alt-right': wordAfter,
  'alt-f': wordAfter,
  home: lineStart,
  'ctrl-a': lineStart,
  end: lineEnd,
  'ctrl-e': lineEnd,
};

const CUTS: Readonly<Record<string, (buffer: EditBuffer) => Cut>> = {
  backspace: (buffer) => cutBetween(buffer, before(buffer), buffer.cursor),
  'shift-backspace': (buffer) => cutBetween(buffer, before(buffer), buffer.cursor),
  delete: (buffer) => cutBetween(buffer, buffer.cursor, after(buffer)),
  'ctrl-d': (buffer) => cutBetween(buffer, buffer.cursor, after(buffer)),
  'ctrl-w': (buffer) => cutBetween(buffer, blankBefore(buffer), buffer.cursor),
  'alt-backspace': (buffer) => cutBetween(buffer, wordBefore(buffer), buffer.cursor),
  'ctrl-backspace': (buffer) => cutBetween(buffer, wordBefore(buffer), buffer.cursor),
  'alt-d': (buffer) => cutBetween(buffer, buffer.cursor, wordAfter(buffer)),
  'ctrl-delete': (buffer) => cutBetween(buffer, buffer.cursor, wordAfter(buffer)),
  'ctrl-u': (buffer) => cutBetween(buffer, lineStart(buffer), buffer.cursor),
  'ctrl-k': (buffer) => cutBetween(buffer, buffer.cursor, lineEnd(buffer)),
};

/** Keys whose cut text Ctrl-Y inserts again. */
const KILLS: ReadonlySet<string> = new Set([
  'ctrl-w',
  'alt-backspace',
  'ctrl-backspace',
  'alt-d',
  'ctrl-u',
  'ctrl-k',
]);
