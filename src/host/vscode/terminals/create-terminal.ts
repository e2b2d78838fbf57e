import { EventEmitter, ThemeIcon, window } from 'vscode';
import type { TerminalInfo } from '../../../actors/protocol/shell.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import type { ShownTerminal, TerminalHandlers } from './agent-terminals.js';
import { TerminalMirror } from './terminal-mirror.js';
import { TERMINAL_TEXTS } from '../words/editor-words.js';

const CTRL_C = '\u0003';

/** Opens a terminal of the editor in the background, which shows one of the agent's. */
export function createTerminal(
  { id, cwd }: TerminalInfo,
  { onClosed, onInterrupt }: TerminalHandlers,
): ShownTerminal {
  const written = new EventEmitter<string>();
  const closed = new EventEmitter<void>();
  const mirror = new TerminalMirror(systemClock, (text) => {
    written.fire(text);
  });
  let isOver = false;
  const end = (): boolean => {
    if (isOver) return false;
    isOver = true;
    mirror.close();
    return true;
  };
  mirror.add(`${TERMINAL_TEXTS.begins(id, cwd)}\n`);
  const terminal = window.createTerminal({
    name: TERMINAL_TEXTS.named(id),
    iconPath: new ThemeIcon('comment-discussion'),
    isTransient: true,
    pty: {
      onDidWrite: written.event,
      onDidClose: closed.event,
      open: () => {
        mirror.open();
      },
      close: () => {
        if (end()) onClosed();
      },
      handleInput: (text: string) => {
        if (text === CTRL_C) onInterrupt();
      },
    },
  });
  return {
    write: (event) => {
      if (event.type === 'command') mirror.addCommand(event.command);
      else mirror.add(event.text);
    },
    show: () => {
      terminal.show();
    },
    close: () => {
      if (!end()) return;
      closed.fire();
      terminal.dispose();
      written.dispose();
      closed.dispose();
    },
  };
}
