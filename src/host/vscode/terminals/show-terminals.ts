import { type QuickPickItem, ThemeIcon, window } from 'vscode';
import { showRemovableList } from '../prompts/removable-list.js';
import type { AgentTerminal, AgentTerminals } from './agent-terminals.js';

/** Lists the agent's terminals: a row shows its terminal, its button ends it. */
export async function showTerminals(terminals: AgentTerminals): Promise<void> {
  if (terminals.list().length === 0) {
    void window.showInformationMessage('Troupe has no terminal open.');
    return;
  }
  const chosen = await showRemovableList({
    title: 'Troupe: Terminals',
    placeholder: 'Choose a terminal to see it',
    list: () => terminals.list().map((terminal) => ({ item: toItem(terminal), value: terminal.id })),
    button: { iconPath: new ThemeIcon('trash'), tooltip: 'End' },
    remove: (id) => terminals.end(id),
  });
  if (chosen !== undefined) terminals.show(chosen);
}

function toItem({ id, cwd, isBusy, lastCommand }: AgentTerminal): QuickPickItem {
  return {
    label: `$(terminal) Terminal ${id}`,
    description: cwd,
    detail: lastCommand === undefined ? 'Nothing was run in it' : `${isBusy ? 'Runs' : 'Ran'} ${lastCommand}`,
  };
}
