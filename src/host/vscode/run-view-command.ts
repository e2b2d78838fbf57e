import { commands } from 'vscode';
import type { ViewCommand } from '../../actors/protocol/ui.js';
import { pickFiles } from './mentions/pick-files.js';
import type { Troupe } from './troupe.js';

/** Runs a command of the view. Errors: the reason why it failed. */
export async function runViewCommand(command: ViewCommand, troupe: Pick<Troupe, 'attach'>): Promise<void> {
  switch (command) {
    case 'openSettings':
      await commands.executeCommand('workbench.action.openSettings', '@ext:troupe.troupe');
      break;
    case 'manageTrust':
      await commands.executeCommand('workbench.trust.manage');
      break;
    case 'openFolder':
      await commands.executeCommand('vscode.openFolder');
      break;
    case 'attachFiles':
      for (const ref of await pickFiles()) await troupe.attach(ref);
      break;
    default:
      await commands.executeCommand(`troupe.${command}`);
  }
}
