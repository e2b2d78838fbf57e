import { env, window } from 'vscode';
import { ShownTexts } from '../review/shown-texts.js';
import { describeRedactedDefinition } from './describe-redacted-definition.js';
import { openDefinition } from './definition-places.js';
import type { EditorServers } from './editor-servers.js';
import { MCP_APPROVAL_TEXTS } from '../words/mcp-words.js';

// What a dialog shows without being scrolled; what it cuts off could be what matters.
const MAX_CHARS = 1_200;
const MAX_LINES = 16;

/**
 * Shows what a server is, whole, and starts it when the person approves that. Resolves to whether they do.
 * Errors: those of the file of approvals.
 */
export async function askApproval({ desk, describeSource }: EditorServers, name: string): Promise<boolean> {
  const server = desk.find(name);
  if (server?.state !== 'unapproved') return false;
  const { digest, source } = server;
  const definition = desk.definition(name);
  const isLocal = definition.transport.kind === 'stdio';
  const detail = [
    describeRedactedDefinition(definition, describeSource(source)),
    ...(isLocal && env.remoteName !== undefined ? [MCP_APPROVAL_TEXTS.onRemote(env.remoteName)] : []),
    MCP_APPROVAL_TEXTS.changed,
  ].join('\n');
  const isLong = detail.length > MAX_CHARS || detail.split('\n').length > MAX_LINES;
  const answer = await (isLong ? askBeside(name, detail) : askInDialog(name, detail));
  if (answer === MCP_APPROVAL_TEXTS.openFile) await openDefinition(source, name);
  if (answer !== MCP_APPROVAL_TEXTS.approve) return false;
  await desk.approve(name, digest);
  return true;
}

function askInDialog(name: string, detail: string): Thenable<string | undefined> {
  const { title, approve, openFile } = MCP_APPROVAL_TEXTS;
  return window.showWarningMessage(title(name), { modal: true, detail }, approve, openFile);
}

/** Asks in a notification, beside an editor that shows all of it. */
async function askBeside(name: string, detail: string): Promise<string | undefined> {
  const { title, approve, openFile, document, long } = MCP_APPROVAL_TEXTS;
  const texts = new ShownTexts('troupe-mcp');
  try {
    await window.showTextDocument(texts.set(`/${document(name)}`, '', detail), { preview: false });
    return await window.showWarningMessage(`${title(name)} ${long}`, approve, openFile);
  } finally {
    texts.dispose();
  }
}
