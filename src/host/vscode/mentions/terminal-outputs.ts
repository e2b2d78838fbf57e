import { type Disposable, type Terminal, type TerminalShellExecution, window } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import { OutputTail } from './output-tail.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

interface LastCommand {
  readonly line: string;
  readonly output: OutputTail;
}

/**
 * The last command of each terminal and what it printed, from when Troupe was activated. Terminals without the editor's
 * shell integration have none: the editor lets no extension read their screens.
 */
export class TerminalOutputs implements Disposable {
  readonly #last = new Map<Terminal, LastCommand>();
  readonly #subscriptions: readonly Disposable[] = [
    window.onDidStartTerminalShellExecution(({ terminal, execution }) => {
      // A terminal that breaks off has printed what it has.
      this.#follow(terminal, execution).catch(() => undefined);
    }),
    window.onDidCloseTerminal((terminal) => {
      this.#last.delete(terminal);
    }),
  ];

  /** The command line of the active terminal's last command; `undefined` if there is none. */
  get command(): string | undefined {
    return this.#active?.[1].line;
  }

  /** The last command of the active terminal, and its output so far. Errors: an error when there is none. */
  read(): AttachmentRef {
    const active = this.#active;
    if (active === undefined) throw new Error(ATTACH_TEXTS.noOutput);
    const [terminal, { line, output }] = active;
    const { text, omittedChars } = output.read();
    return {
      kind: 'output',
      name: ATTACH_TEXTS.terminal(terminal.name),
      text: `$ ${line}\n${text}`,
      ...(omittedChars === 0 ? {} : { omittedChars }),
    };
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#last.clear();
  }

  /** The active terminal if it has run a command, or else the one that has run the newest. */
  get #active(): readonly [Terminal, LastCommand] | undefined {
    const { activeTerminal } = window;
    for (const entry of this.#last) if (entry[0] === activeTerminal) return entry;
    return [...this.#last].at(-1);
  }

  async #follow(terminal: Terminal, execution: TerminalShellExecution): Promise<void> {
    const output = new OutputTail();
    // The newest command comes last in the map.
    this.#last.delete(terminal);
    this.#last.set(terminal, { line: execution.commandLine.value, output });
    for await (const data of execution.read()) output.add(data);
  }
}
