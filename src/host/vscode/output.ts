import { type LogOutputChannel, window } from 'vscode';

/** The output channel of the extension; the person chooses in it how much is logged. */
export function createOutput(): LogOutputChannel {
  return window.createOutputChannel('Troupe', { log: true });
}
