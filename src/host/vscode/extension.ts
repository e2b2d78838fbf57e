import { commands, type Disposable, type ExtensionContext, window } from 'vscode';
import { CHAT_VIEW_ID } from './chat/chat-panel.js';
import { activeFile, activeProblems, activeSelection } from './mentions/editor-attachments.js';
import { askKey, clearKey, pickModel } from './settings/model-picker.js';
import { Troupe } from './troupe.js';
import { runViewCommand } from './run-view-command.js';

let running: Troupe | undefined;

/** The editor calls this when the view is shown or a command is run for the first time. */
export function activate(context: ExtensionContext): void {
  const startedMs = performance.now();
  const log = window.createOutputChannel('Troupe', { log: true });
  const troupe = new Troupe({
    context,
    log,
    onCommand: (command) => runViewCommand(command, troupe),
  });
  running = troupe;
  context.subscriptions.push(
    log,
    window.registerWebviewViewProvider(CHAT_VIEW_ID, troupe.panel),
    ...registerCommands(troupe, () => {
      log.show();
    }),
  );
  log.info(`Activated in ${(performance.now() - startedMs).toFixed(1)} ms.`);
}

/** The editor calls this before the extension host exits, and waits some seconds for the promise. */
export async function deactivate(): Promise<void> {
  await running?.[Symbol.asyncDispose]();
  running = undefined;
}

function registerCommands(troupe: Troupe, showOutput: () => void): Disposable[] {
  const { facts, panel, session } = troupe;
  const register = (name: string, run: (...args: unknown[]) => unknown): Disposable =>
    commands.registerCommand(`troupe.${name}`, run);
  return [
    register('newChat', async () => {
      troupe.newChat();
      await panel.reveal();
    }),
    register('focusChat', () => panel.reveal()),
    register('find', () => panel.find()),
    register('stop', () => {
      session.stop();
    }),
    register('selectModel', () => pickModel(facts.settings, facts.keys)),
    register('setApiKey', () => askKey(facts.settings.baseUrl, facts.keys, true)),
    register('clearApiKey', () => clearKey(facts.settings.baseUrl, facts.keys)),
    register('restartIndex', () => troupe.restartIndex()),
    register('showOutput', showOutput),
    register('mentionActiveFile', () => troupe.attach(activeFile())),
    register('attachSelection', () => troupe.attach(activeSelection())),
    register('attachProblems', () => troupe.attach(activeProblems())),
  ];
}
