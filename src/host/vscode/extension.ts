import { commands, type ExtensionContext, window } from 'vscode';
import { CHAT_EDITOR_ID, CHAT_VIEW_ID } from './chat/chat-panel.js';
import { registerProblemActions } from './commands/problem-actions.js';
import { registerCommands } from './commands/register-commands.js';
import { registerIndexTools } from './lm/index-tools.js';
import { Troupe } from './troupe.js';

let running: Troupe | undefined;

/** The editor calls this when the view is shown or a command is run for the first time. */
export function activate(context: ExtensionContext): void {
  const startedMs = performance.now();
  const log = window.createOutputChannel('Troupe', { log: true });
  const troupe = new Troupe({
    context,
    log,
    onCommand: (command) => commands.executeCommand(`troupe.${command}`),
  });
  running = troupe;
  context.subscriptions.push(
    log,
    window.registerWebviewViewProvider(CHAT_VIEW_ID, troupe.panel),
    window.registerWebviewPanelSerializer(CHAT_EDITOR_ID, troupe.panel),
    registerProblemActions(),
    ...registerIndexTools(() => troupe.openHost()),
    ...registerCommands({ troupe, log, memento: context.globalState }),
  );
  log.info(`Activated in ${(performance.now() - startedMs).toFixed(1)} ms.`);
}

/** The editor calls this before the extension host exits, and waits some seconds for the promise. */
export async function deactivate(): Promise<void> {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
}
