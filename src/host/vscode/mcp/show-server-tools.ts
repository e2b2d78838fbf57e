import { type QuickPickItem, window } from 'vscode';
import type { McpToolInfo } from '../../../actors/protocol/mcp.js';
import { toVisibleName, toVisibleText } from '../../markdown/visible-text.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

// A row shows a sentence; a press of it shows the rest. Units: UTF-16 units.
const MAX_ROW_CHARS = 300;
const MAX_CHARS = 4_000;

/** Lists the tools of a server with what it says of them. A press of one shows the whole. */
export async function showServerTools(server: string, tools: readonly McpToolInfo[]): Promise<void> {
  if (tools.length === 0) {
    void window.showInformationMessage(MCP_TEXTS.noTools(server));
    return;
  }
  const rows = tools.map((tool): QuickPickItem & { readonly tool: McpToolInfo } => ({
    label: toVisibleName(tool.name),
    detail: toVisibleName(tool.description.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_ROW_CHARS)),
    tool,
  }));
  const chosen = await window.showQuickPick(rows, {
    title: MCP_TEXTS.toolsTitle(server),
    placeHolder: MCP_TEXTS.toolsPlaceholder,
    matchOnDetail: true,
  });
  if (chosen === undefined) return;
  const { name, description } = chosen.tool;
  await window.showInformationMessage(toVisibleName(name), {
    modal: true,
    detail: toVisibleText(description.slice(0, MAX_CHARS)),
  });
}
