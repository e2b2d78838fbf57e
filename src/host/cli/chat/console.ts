import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { Interrupts } from '../terminal/interrupts.js';
import { LiveStatus } from '../turn/live-status.js';
import { LiveView } from '../turn/live-view.js';
import type { Output } from '../terminal/output.js';
import { drawEditor } from '../terminal/editor-frame.js';
import { type Frame, maxLiveRows } from '../terminal/frame.js';
import type { Key } from '../terminal/key.js';
import type { Keyboard } from '../terminal/keyboard.js';
import { type EnteredMessage, LineEditor } from '../terminal/line-editor.js';
import type { InputHistory } from '../terminal/input-history.js';
import { type Completable, findCompletable, type Suggestion } from '../terminal/suggestions.js';
import { cutToWidth } from '../terminal/text-width.js';

const PROMPT = '› ';
const INDENT = '  ';
const LEAVE_HINT = 'Ctrl-C again to leave';

// Most rows for the input line and suggestions, so that the text above them stays in sight.
const MAX_EDITOR_ROWS = 10;
export const MAX_SUGGESTIONS = 8;

interface ConsoleOptions {
  readonly out: Output;
  /** Other outputs on the same terminal, whose text appears above the rows as well. */
  readonly others: readonly Output[];
  readonly keyboard: Keyboard;
  readonly interrupts: Interrupts;
  readonly clock: Clock;
  readonly past: InputHistory;
  /** Completions for the text. Errors: the signal's reason; on any other error nothing is suggested. */
  readonly suggest: (completable: Completable, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** Called with each entered message, before it is returned. */
  readonly remember: (text: string) => void;
  /** Shown while nothing is typed. */
  readonly placeholder: string;
}

/**
 * The terminal of a chat: the input line, the status of the turn, and above both the printed text. Reads keys all the
 * time, so that none is lost between two messages.
 */
export class Console {
  readonly status: LiveStatus;
  readonly #options: ConsoleOptions;
  readonly #editor: LineEditor;
  readonly #view: LiveView;
  /** Messages entered while a turn runs; `undefined` for leaving. */
  #queue: (EnteredMessage | undefined)[] = [];
  #reader: ((entered: EnteredMessage | undefined) => void) | undefined;
  #hint = '';
  #hasLeft = false;
  #suggesting: AbortController | undefined;
  #stops: (() => void)[] = [];

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.#editor = new LineEditor(options.past);
    this.#view = new LiveView(options.out, options.clock, () => this.#compose());
    this.status = new LiveStatus(options.clock, 'Esc interrupts', () => {
      this.#view.invalidate();
    });
  }

  /** Takes over the terminal. */
  open(): void {
    const { keyboard, interrupts, out } = this.#options;
    const leave = (): void => {
      this.#hasLeft = true;
      this.#answer(undefined);
    };
    interrupts.left.addEventListener('abort', leave);
    this.#stops = [
      keyboard.listen((key) => {
        this.#press(key);
      }),
      keyboard.onEnd(leave),
      // A terminal that sends whole lines turns Ctrl-C into a signal.
      interrupts.onSignal(() => {
        if (this.#reader !== undefined && !interrupts.left.aborted)
          void out.write(`\n(${LEAVE_HINT})\n${out.canDraw ? '' : PROMPT}`);
      }),
      () => {
        interrupts.left.removeEventListener('abort', leave);
      },
    ];
    if (!out.canDraw) return;
    for (const output of this.#outputs) output.writeAbove(this.#view);
    this.#view.show();
  }

  /** Restores the terminal. */
  close(): void {
    this.#suggesting?.abort();
    this.status.stop();
    this.#view.hide();
    for (const output of this.#outputs) output.writeAbove(undefined);
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  get #outputs(): readonly Output[] {
    const { out, others } = this.#options;
    return [out, ...others.filter(({ canDraw }) => canDraw)];
  }

  /** The next message, which is on the screen already; `undefined` when the person leaves. */
  async readLine(): Promise<EnteredMessage | undefined> {
    const { out, interrupts, keyboard } = this.#options;
    if (this.#hasLeft || interrupts.left.aborted) return undefined;
    const isQueued = this.#queue.length > 0;
    const queued = this.#queue.shift();
    if (isQueued && queued === undefined) {
      this.#hasLeft = true;
      return undefined;
    }
    if (queued === undefined && !out.canDraw) await out.write(PROMPT);
    const entered =
      queued ??
      (await new Promise<EnteredMessage | undefined>((resolve) => {
        this.#reader = resolve;
        this.#view.redraw();
      }));
    if (keyboard.isPlain) {
      if (entered === undefined) await out.line();
    } else if (entered !== undefined) await this.#echo(entered.shown);
    return entered;
  }

  /** Looks for completions again where the person waits for them or chooses: more can be found now. */
  suggestAgain(): void {
    if (this.#suggesting !== undefined || this.#editor.suggestions.isOpen) void this.#suggest();
  }

  /** Shows a message as if the person had typed it. */
  async #echo(text: string): Promise<void> {
    const { out } = this.#options;
    const [first = '', ...rest] = text.split('\n');
    await out.line(
      [`${out.style(['bold', 'cyan'], '›')} ${first}`, ...rest.map((line) => INDENT + line)].join('\n'),
    );
  }

  /** Enters a message that was not typed here. */
  enter(text: string): Promise<void> {
    this.#options.remember(text);
    return this.#echo(text);
  }

  /** Puts a text into the input line. Returns whether there is one: a terminal that sends whole lines has none. */
  propose(text: string): boolean {
    if (this.#options.keyboard.isPlain) return false;
    this.#editor.takeBack({ text, shown: text });
    this.#view.redraw();
    return true;
  }

  /** Lends the terminal to another program while `work` runs. */
  async lend<T>(work: () => Promise<T>): Promise<T> {
    const { keyboard, interrupts } = this.#options;
    this.#view.hide();
    keyboard.pause();
    interrupts.mute(true);
    try {
      return await work();
    } finally {
      interrupts.mute(false);
      keyboard.resume();
      if (this.#options.out.canDraw) this.#view.show();
    }
  }

  #press(key: Key): void {
    const { interrupts } = this.#options;
    const id = key.type === 'key' ? key.id : '';
    const hadHint = this.#hint !== '';
    this.#hint = '';
    if (id === 'ctrl-c') this.#interrupt();
    else if (id === 'escape') this.#escape();
    else if (id === 'ctrl-l') this.#clearScreen();
    else if (id === 'ctrl-d' && this.#editor.isEmpty) {
      // As a message that is entered while a turn runs, it counts when the turn is over.
      if (this.status.isOn) {
        if (!this.#queue.includes(undefined)) this.#queue.push(undefined);
      } else {
        this.#hasLeft = true;
        this.#answer(undefined);
      }
    } else if (id === 'up' && this.#editor.isEmpty && this.#queue.length > 0) {
      const last = this.#queue.pop();
      if (last !== undefined) this.#editor.takeBack(last);
    } else {
      if (hadHint) interrupts.next();
      const before = this.#editor.buffer.text;
      const entered = this.#editor.press(key);
      if (entered !== undefined && entered.text.trim() !== '') {
        this.#options.remember(entered.text);
        if (this.#reader === undefined) this.#queue.push(entered);
        else this.#answer(entered);
      }
      const isTyped = this.#editor.buffer.text !== before && id !== 'up' && id !== 'down';
      if (isTyped && this.#editor.search === undefined) void this.#suggest();
    }
    this.#view.redraw();
  }

  #answer(entered: EnteredMessage | undefined): void {
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.(entered);
  }

  #interrupt(): void {
    const { interrupts } = this.#options;
    if (!this.status.isOn && !this.#editor.isEmpty) {
      this.#editor.clear();
      return;
    }
    this.#takeBackQueue();
    interrupts.press();
    if (!interrupts.left.aborted && !this.status.isOn) this.#hint = LEAVE_HINT;
  }

  #escape(): void {
    if (this.#editor.escape() || !this.status.isOn) return;
    this.#takeBackQueue();
    this.#options.interrupts.cancel();
  }

  /** Puts queued messages back into the input line: a person who interrupts may want to change them. */
  #takeBackQueue(): void {
    for (const entered of this.#queue.reverse()) if (entered !== undefined) this.#editor.takeBack(entered);
    this.#queue = [];
  }

  #clearScreen(): void {
    const { out } = this.#options;
    if (!out.canDraw) return;
    this.#view.hide();
    out.control('\u001b[H\u001b[2J');
    this.#view.show();
  }

  async #suggest(): Promise<void> {
    this.#suggesting?.abort();
    this.#suggesting = undefined;
    const completable = findCompletable(this.#editor.buffer);
    if (completable === undefined) return;
    const controller = new AbortController();
    this.#suggesting = controller;
    const items = await this.#options.suggest(completable, controller.signal).catch(() => []);
    if (controller.signal.aborted) return;
    this.#suggesting = undefined;
    this.#editor.suggestions.show(completable, items, MAX_SUGGESTIONS);
    this.#view.invalidate();
  }

  #compose(): Frame {
    const { out } = this.#options;
    const maxRows = maxLiveRows(out.rows);
    if (this.status.isOn && this.#editor.isEmpty && this.#queue.length === 0)
      return { rows: this.status.rows(out, maxRows) };
    const queued = this.#queue.map((entered) => {
      const shown = entered === undefined ? 'leave' : entered.shown.replaceAll('\n', ' ');
      return out.style('dim', cutToWidth(`${PROMPT}${shown} (next)`, out.columns - 1));
    });
    const editor = this.#composeEditor(maxRows);
    const status = this.status.rows(out, maxRows - queued.length - editor.rows.length);
    const above = [...status, ...queued];
    return {
      rows: [...above, ...editor.rows],
      ...(editor.cursor === undefined
        ? {}
        : { cursor: { row: above.length + editor.cursor.row, column: editor.cursor.column } }),
    };
  }

  #composeEditor(maxRows: number): Frame {
    const { out, placeholder } = this.#options;
    const columns = out.columns - 1;
    const frame = drawEditor(this.#editor.buffer, {
      prompt: PROMPT,
      indent: INDENT,
      columns,
      maxRows: Math.max(1, Math.min(MAX_EDITOR_ROWS, maxRows - (this.status.isOn ? 3 : 0))),
    });
    const prompt = out.style(['bold', 'cyan'], PROMPT.trimEnd());
    const rows = frame.rows.map((row, index) => {
      const shown = out.sanitize(row);
      return index === 0 && shown.startsWith(PROMPT) ? `${prompt} ${shown.slice(PROMPT.length)}` : shown;
    });
    const search = this.#editor.search;
    if (this.#editor.isEmpty && !this.status.isOn && search === undefined)
      rows[0] = `${prompt} ${out.style('dim', cutToWidth(placeholder, columns - PROMPT.length))}`;
    if (search !== undefined) {
      const found = search.isFound ? '' : ' (nothing found)';
      rows.push(
        out.style(
          'dim',
          cutToWidth(`${INDENT}search: ${search.query}${found} · Ctrl-R older · Esc back`, columns),
        ),
      );
    }
    const note = this.#hint === '' && !this.status.isOn ? this.status.note : this.#hint;
    if (note !== undefined && note !== '') rows.push(out.style('dim', cutToWidth(INDENT + note, columns)));
    for (const item of this.#composeSuggestions(columns)) rows.push(item);
    return { rows, ...omitUndefined({ cursor: frame.cursor }) };
  }

  #composeSuggestions(columns: number): readonly string[] {
    const { out } = this.#options;
    const { items, selected } = this.#editor.suggestions;
    const width = Math.max(0, ...items.map(({ label, text }) => (label ?? text).trim().length));
    return items.map(({ label, text, note }, index) => {
      const shown = out.sanitize((label ?? text).trim());
      const line = note === undefined ? shown : `${shown.padEnd(width + 2)}${note}`;
      const row = cutToWidth(`${index === selected ? '❯ ' : INDENT}${line}`, columns);
      return index === selected ? out.style('cyan', row) : out.style('dim', row);
    });
  }
}
