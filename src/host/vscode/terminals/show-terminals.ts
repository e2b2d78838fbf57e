import { type QuickPickItem, ThemeIcon, window } from 'vscode';
import { showRemovableList } from '../prompts/removable-list.js';
import type { AgentTerminal, AgentTerminals } from './agent-terminals.js';
import { TERMINAL_TEXTS } from '../words/editor-words.js';

/** Lists the agent's terminals: a row shows its terminal, its button ends it. */
export async function showTerminals(terminals: AgentTerminals): Promise<void> {
  if (terminals.list().length === 0) {
    void window.showInformationMessage(TERMINAL_TEXTS.none);
    return;
  }
  const chosen = await showRemovableList({
    title: TERMINAL_TEXTS.title,
    placeholder: TERMINAL_TEXTS.placeholder,
    list: () => terminals.list().map((terminal) => ({ item: toItem(terminal), value: terminal.id })),
    button: { iconPath: new ThemeIcon('trash'), tooltip: TERMINAL_TEXTS.end },
    remove: (id) => terminals.end(id),
  });
  if (chosen !== undefined) terminals.show(chosen);
}

function toItem({ id, cwd, isBusy, lastCommand }: AgentTerminal): QuickPickItem {
  return {
    label: `$(terminal) ${TERMINAL_TEXTS.row(id)}`,
    description: cwd,
    detail: describeWork(isBusy, lastCommand),
  };
}

function describeWork(isBusy: boolean, lastCommand: string | undefined): string {
  if (lastCommand === undefined) return TERMINAL_TEXTS.nothingRun;
  return isBusy ? TERMINAL_TEXTS.runs(lastCommand) : TERMINAL_TEXTS.ran(lastCommand);
}
