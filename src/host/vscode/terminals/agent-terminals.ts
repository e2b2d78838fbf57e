import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { TerminalAccess, TerminalEvent, TerminalInfo } from '../../../actors/protocol/shell.js';

/** A terminal of the editor that shows one of the agent's. */
export interface ShownTerminal {
  write(event: Extract<TerminalEvent, { type: 'command' | 'output' }>): void;
  /** Brings it to the front. */
  show(): void;
  /** Closes it, because the agent's terminal is gone. */
  close(): void;
}

/** What a person does in a terminal of the editor. */
export interface TerminalHandlers {
  /** They have closed it. */
  readonly onClosed: () => void;
  /** They have pressed Ctrl+C. */
  readonly onInterrupt: () => void;
}

/** An open terminal of the agent, for a list. */
export interface AgentTerminal extends TerminalInfo {
  /** The newest command; `undefined` before the first. */
  readonly lastCommand: string | undefined;
}

/** Opens a terminal of the editor for one of the agent's. */
export type CreateTerminal = (info: TerminalInfo, handlers: TerminalHandlers) => ShownTerminal;

interface AgentTerminalsOptions {
  /** Called when one was opened or closed. */
  readonly onChange: () => void;
  /** Reports a failure that no caller awaits. */
  readonly onProblem: (what: string, error: unknown) => void;
}

/**
 * The persistent terminals of the agent, each shown as a terminal of the editor. One that is closed on either side is
 * closed on the other.
 */
export class AgentTerminals {
  readonly #options: AgentTerminalsOptions;
  readonly #shown = new Map<string, { readonly terminal: ShownTerminal; lastCommand: string | undefined }>();
  #access: TerminalAccess | undefined;
  #unwatch: () => void = () => undefined;

  constructor(options: AgentTerminalsOptions) {
    this.#options = options;
  }

  /** Shows the terminals of another host; those of the host before are closed with it. */
  attach(access: TerminalAccess, create: CreateTerminal): void {
    this.#unwatch();
    this.#closeAll();
    this.#access = access;
    this.#unwatch = access.watch((event) => {
      this.#take(event, create);
    });
    this.#options.onChange();
  }

  /** The open terminals, or only those that one thread has opened. */
  list(thread?: ThreadId): readonly AgentTerminal[] {
    const all = this.#access?.list() ?? [];
    const infos = thread === undefined ? all : all.filter((info) => info.thread === thread);
    return infos.map((info) => ({
      ...info,
      lastCommand: this.#shown.get(info.id)?.lastCommand,
    }));
  }

  show(id: string): void {
    this.#shown.get(id)?.terminal.show();
  }

  /** Ends a terminal and everything that runs in it. Never rejects: one that is gone has ended. */
  async end(id: string): Promise<void> {
    const access = this.#access;
    if (access?.list().some((info) => info.id === id) !== true) return;
    await access.kill(id).catch((error: unknown) => {
      this.#options.onProblem(`Terminal ${id} could not be ended`, error);
    });
  }

  dispose(): void {
    this.#unwatch();
    this.#closeAll();
    this.#access = undefined;
  }

  #take(event: TerminalEvent, create: CreateTerminal): void {
    if (event.type === 'opened') {
      const { terminal: info } = event;
      const terminal = create(info, {
        onClosed: () => {
          this.#shown.delete(info.id);
          void this.end(info.id).then(this.#options.onChange);
        },
        onInterrupt: () => {
          this.#access?.interrupt(info.id);
        },
      });
      this.#shown.set(info.id, { terminal, lastCommand: undefined });
      this.#options.onChange();
      return;
    }
    const shown = this.#shown.get(event.id);
    if (shown === undefined) return;
    if (event.type === 'closed') {
      this.#shown.delete(event.id);
      shown.terminal.close();
      this.#options.onChange();
      return;
    }
    if (event.type === 'command') shown.lastCommand = event.command;
    shown.terminal.write(event);
  }

  #closeAll(): void {
    for (const { terminal } of this.#shown.values()) terminal.close();
    this.#shown.clear();
  }
}
