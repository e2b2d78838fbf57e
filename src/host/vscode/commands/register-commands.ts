import { commands, type Disposable, type LogOutputChannel, type Memento, Uri, window } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import type { ThreadLibrary } from '../../../actors/protocol/thread-store.js';
import { activeFile, activeProblems, activeSelection } from '../mentions/editor-attachments.js';
import type { ChatPanel } from '../chat/chat-panel.js';
import type { ChatSession } from '../chat/chat-session.js';
import type { Conversations } from '../history/conversations.js';
import type { EditorContext } from '../settings/editor-context.js';
import type { EditorServers } from '../mcp/editor-servers.js';
import type { ToolServers } from '../mcp/tool-servers.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import type * as Requests from './editor-requests.js';
import type { EditorRequest, ProblemsAt } from './editor-requests.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

/** What commands act on. */
interface CommandTarget {
  readonly facts: EditorContext;
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly terminals: AgentTerminals;
  readonly store: Pick<ThreadLibrary, 'list' | 'read' | 'add'>;
  readonly conversations: Conversations;
  ask(request: EditorRequest): Promise<void>;
  attach(...refs: readonly AttachmentRef[]): Promise<void>;
  deny(): Promise<void>;
  restartIndex(): Promise<void>;
  openHost(): Promise<unknown>;
  readonly toolServers: Pick<ToolServers, 'current'>;
}

interface CommandOptions {
  readonly troupe: CommandTarget;
  readonly log: LogOutputChannel;
  /** The state that all windows share. */
  readonly memento: Memento;
}

/** Registers every command of the manifest. What only one of them needs is loaded when it runs. */
export function registerCommands({ troupe, log, memento }: CommandOptions): Disposable[] {
  const { facts, panel, session, terminals, store, conversations } = troupe;
  const register = (name: string, run: (...args: unknown[]) => unknown): Disposable =>
    commands.registerCommand(`troupe.${name}`, run);
  const ask = async (request: (requests: typeof Requests) => EditorRequest): Promise<void> =>
    troupe.ask(request(await import('./editor-requests.js')));
  const withServers = async (act: (servers: EditorServers) => Promise<void>): Promise<void> => {
    await troupe.openHost();
    const { current } = troupe.toolServers;
    if (current === undefined) void window.showWarningMessage(CHAT_TEXTS.noServers);
    else await act(current);
  };
  const roots = (): readonly string[] => ('paths' in facts.folders ? facts.folders.paths : []);
  return [
    register('newChat', async () => {
      if (await conversations.create()) await panel.reveal();
    }),
    register('openConversation', async () => {
      const { pickConversation } = await import('../history/pick-conversation.js');
      const id = await pickConversation(store, session.threadId);
      if (id === undefined || !(await conversations.open(id))) return;
      await panel.reveal();
    }),
    register('showChats', () => panel.showChats()),
    register('exportChat', async () => {
      const { exportChat } = await import('../history/export-chat.js');
      await exportChat(store, session.threadId);
    }),
    register('importChat', async () => {
      const { importChat } = await import('../history/import-chat.js');
      const id = await importChat(store);
      if (id !== undefined && (await conversations.open(id))) await panel.reveal();
    }),
    register('focusChat', () => panel.reveal()),
    register('openInEditor', () => {
      panel.openInEditor();
    }),
    register('find', () => panel.find()),
    register('stop', () => {
      session.stop();
    }),
    register('showQuestion', () => panel.reveal()),
    register('deny', () => troupe.deny()),
    register('selectModel', async () => {
      const { selectModel } = await import('../setup/select-model.js');
      const { settings, keys } = facts;
      if (await selectModel({ settings, keys, memento, roots: roots() })) await panel.reveal();
    }),
    register('setApiKey', async () => {
      const { askKey } = await import('../setup/ask-key.js');
      await askKey(facts.settings, facts.keys);
    }),
    register('clearApiKey', async () => {
      const { clearKey } = await import('../setup/ask-key.js');
      await clearKey(facts.settings, facts.keys);
    }),
    register('showTerminals', async () => {
      const { showTerminals } = await import('../terminals/show-terminals.js');
      await showTerminals(terminals);
    }),
    register('showMcpServers', async () => {
      const { showServers } = await import('../mcp/show-servers.js');
      await withServers(showServers);
    }),
    register('addMcpServer', async () => {
      const { addPromptedServer } = await import('../mcp/show-servers.js');
      await withServers(addPromptedServer);
    }),
    register('answerMcpServer', () => withServers(({ desk }) => desk.answerFirst())),
    register('showApprovals', async () => {
      const { showApprovals } = await import('../approvals/show-approvals.js');
      await showApprovals(session.thread, roots());
    }),
    register('restartIndex', () => troupe.restartIndex()),
    register('showOutput', () => {
      log.show();
    }),
    register('manageTrust', () => commands.executeCommand('workbench.trust.manage')),
    register('openFolder', () => commands.executeCommand('vscode.openFolder')),
    register('openSettings', () =>
      commands.executeCommand('workbench.action.openSettings', '@ext:troupe.troupe'),
    ),
    register('attachFiles', async () => {
      const { pickFiles } = await import('../mentions/pick-files.js');
      await troupe.attach(...(await pickFiles()));
    }),
    register('mentionActiveFile', () => troupe.attach(activeFile())),
    register('attachSelection', () => troupe.attach(activeSelection())),
    register('attachProblems', () => troupe.attach(activeProblems())),
    register('mentionInChat', async (clicked, selected) => {
      const uris: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [clicked];
      const { attachmentsOf } = await import('./editor-requests.js');
      await troupe.attach(...(await attachmentsOf(uris.filter((uri) => uri instanceof Uri))));
    }),
    register('explain', () => ask(({ explain }) => explain())),
    register('writeTest', () => ask(({ writeTest }) => writeTest())),
    register('fixProblems', (at) => ask(({ fixProblems }) => fixProblems(readProblems(at)))),
    register('explainProblems', (at) => ask(({ explainProblems }) => explainProblems(readProblems(at)))),
  ];
}

/** What a code action has handed over. From a menu comes the file that was clicked, which is the one in front. */
function readProblems(at: unknown): ProblemsAt | undefined {
  const isGiven = typeof at === 'object' && at !== null && 'diagnostics' in at && 'uri' in at;
  return isGiven ? (at as ProblemsAt) : undefined;
}
