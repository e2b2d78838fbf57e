import { window } from 'vscode';

/** Writes a command into the active terminal, or a new one, and shows it. The person runs it. Shape: one line. */
export function putIntoTerminal(line: string): void {
  const terminal = window.activeTerminal ?? window.createTerminal();
  terminal.show();
  terminal.sendText(line, false);
}
