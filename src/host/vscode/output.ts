import { type LogOutputChannel, window } from 'vscode';

/** The log of the extension, as an output channel whose level the person can set. */
export function createOutput(): LogOutputChannel {
  return window.createOutputChannel('Troupe', { log: true });
}
