import { window } from 'vscode';
import { OwnMcpFile } from '../../node/mcp/own-mcp-file.js';
import { openDefinition } from './definition-places.js';
import type { EditorServers } from './editor-servers.js';
import type { ServerAction } from './server-view.js';
import { showServerTools } from './show-server-tools.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

/** Does something with a server for the person. Errors: the reason why it failed. */
export async function runAction(
  servers: EditorServers,
  name: string,
  action: Exclude<ServerAction, 'approve'>,
): Promise<void> {
  const { desk, logs } = servers;
  switch (action) {
    case 'start':
    case 'restart':
    case 'signIn':
      return desk.start(name);
    case 'stop':
      return desk.stop(name);
    case 'signOut':
      return desk.signOut(name);
    case 'tools':
      return showServerTools(name, desk.tools(name));
    case 'log':
      logs.show(name);
      return undefined;
    case 'open':
      return openDefinition(desk.find(name)?.source, name);
    case 'turnOff':
      return desk.setDisabled(name, true);
    case 'turnOn':
      return desk.setDisabled(name, false);
    case 'revoke':
      return desk.revoke(name);
    case 'forget':
      return desk.forgetInputs(name);
    case 'remove':
      return remove(servers, name);
  }
}

async function remove({ desk, ownFile }: EditorServers, name: string): Promise<void> {
  const { remove: question, removeButton, removed, notRemoved } = MCP_TEXTS;
  const answer = await window.showWarningMessage(question(name), { modal: true }, removeButton);
  if (answer !== removeButton) return;
  const wasThere = await new OwnMcpFile(ownFile).remove(name);
  await desk.reload();
  void window.showInformationMessage(wasThere ? removed(name) : notRemoved(name));
}
