import { Uri, window, workspace } from 'vscode';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { titleOf } from '../../../actors/threads/summarize.js';
import { toJson } from '../../../actors/threads/exports/to-json.js';
import { toMarkdown } from '../../../actors/threads/exports/to-markdown.js';
import { CHATS_TEXTS } from '../words/command-words.js';

/**
 * Asks for a file and writes the conversation into it: as Markdown for people, or whole as JSON, by the file's name.
 * Errors: those of the store and of the file system.
 */
export async function exportChat(store: Pick<ThreadStore, 'read'>, id: ThreadId | undefined): Promise<void> {
  const entries: ThreadEntry[] = [];
  if (id !== undefined) for await (const entry of store.read(id)) entries.push(entry);
  if (id === undefined || entries.length === 0) {
    void window.showInformationMessage(CHATS_TEXTS.nothingToExport);
    return;
  }
  const title = titleOf(entries);
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${toFileName(title)}.md`;
  const target = await window.showSaveDialog({
    title: CHATS_TEXTS.exportTitle,
    saveLabel: CHATS_TEXTS.exportButton,
    filters: { Markdown: ['md'], JSON: ['json'] },
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
  });
  if (target === undefined) return;
  const isJson = target.path.toLowerCase().endsWith('.json');
  const text = isJson ? toJson(id, entries) : toMarkdown(branchTo(entries), title);
  await workspace.fs.writeFile(target, new TextEncoder().encode(text));
  const { open } = CHATS_TEXTS;
  const answer = await window.showInformationMessage(CHATS_TEXTS.exported(target.fsPath), open);
  if (answer === open) await window.showTextDocument(target);
}

// Long enough to recognise a conversation, short enough for every file system. Units: characters.
const MAX_NAME_CHARS = 40;

/** A file name that every system takes. */
function toFileName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_CHARS);
  return name.replaceAll(/^-+|-+$/g, '') || CHATS_TEXTS.fileName;
}
