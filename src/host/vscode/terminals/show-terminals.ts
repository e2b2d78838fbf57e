import { type QuickPickItem, ThemeIcon, window } from 'vscode';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import { showRemovableList } from '../prompts/removable-list.js';
import type { AgentTerminal, AgentTerminals } from './agent-terminals.js';
import { TERMINALS_TEXTS } from '../words/command-words.js';

/** Lists the agent's terminals, or those of one thread: a row shows its terminal, its button ends it. */
export async function showTerminals(terminals: AgentTerminals, thread?: ThreadId): Promise<void> {
  if (terminals.list(thread).length === 0) {
    void window.showInformationMessage(TERMINALS_TEXTS.none);
    return;
  }
  const chosen = await showRemovableList({
    title: TERMINALS_TEXTS.title,
    placeholder: TERMINALS_TEXTS.placeholder,
    list: () => terminals.list(thread).map((terminal) => ({ item: toItem(terminal), value: terminal.id })),
    button: { iconPath: new ThemeIcon('trash'), tooltip: TERMINALS_TEXTS.end },
    remove: (id) => terminals.end(id),
  });
  if (chosen !== undefined) terminals.show(chosen);
}

function toItem({ id, cwd, isBusy, lastCommand }: AgentTerminal): QuickPickItem {
  return {
    label: `$(terminal) ${TERMINALS_TEXTS.row(id)}`,
    description: cwd,
    detail: describeWork(isBusy, lastCommand),
  };
}

function describeWork(isBusy: boolean, lastCommand: string | undefined): string {
  if (lastCommand === undefined) return TERMINALS_TEXTS.nothingRun;
  return isBusy ? TERMINALS_TEXTS.runs(lastCommand) : TERMINALS_TEXTS.ran(lastCommand);
}
