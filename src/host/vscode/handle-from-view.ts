import type { UserMessage, ViewCommand } from '../../actors/protocol/ui.js';
import type { AgentMode } from '../../actors/protocol/agent.js';
import type { Host } from '../api.js';
import type { EditorFiles } from './editor/editor-files.js';
import { insertCode } from './editor/insert-code.js';
import { putIntoTerminal } from './editor/put-into-terminal.js';
import type { Conversations } from './history/conversations.js';
import type { EditorMemory } from './history/editor-memory.js';
import { answerPaste } from './mentions/answer-paste.js';
import type { EditorOffers } from './mentions/editor-offers.js';
import type { Mentions } from './mentions/mentions.js';
import type { PlanDesk } from './plans/plan-desk.js';
import { createPlaceServices } from './places/place-services.js';
import type { EditorReview } from './review/editor-review.js';
import type { StatusDisplay } from './status/status-display.js';
import type { ChatPanel } from './chat/chat-panel.js';
import type { ChatSession } from './chat/chat-session.js';
import { handleViewMessage, type HandledMessage, type ViewServices } from './chat/handle-view-message.js';
import { OwnCommandsDesk } from './chat/own-commands-desk.js';

export interface ViewServicesOptions {
  readonly session: ChatSession;
  readonly files: EditorFiles;
  readonly panel: ChatPanel;
  readonly mentions: Mentions;
  readonly offers: EditorOffers;
  readonly memory: EditorMemory;
  readonly plans: PlanDesk;
  readonly statusDisplay: StatusDisplay;
  readonly conversations: Conversations;
  readonly review: EditorReview;
  readonly mode: () => AgentMode;
  /** Errors: the reason why there is no host. */
  readonly openHost: () => Promise<Host>;
  /** Sends a message for the person, and shows the chat. */
  readonly ask: (request: { readonly message: UserMessage; readonly mode?: AgentMode }) => Promise<void>;
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
  /** Reports a failure to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
  readonly onProblem: (what: string, error: unknown) => void;
}

/** Handles a message from the view. */
export function handleFromView(message: HandledMessage, options: ViewServicesOptions): void {
  handleViewMessage(message, createViewServices(options));
}

/** What the messages of the view reach. */
function createViewServices(options: ViewServicesOptions): ViewServices {
  const { session, files, panel, offers, statusDisplay, conversations, review, openHost } = options;
  return {
    session,
    ownCommands: new OwnCommandsDesk({
      session,
      files,
      openHost,
      mode: options.mode,
      panel,
      onProblem: options.onProblem,
    }),
    mentions: options.mentions,
    attachContent: async (content) => {
      panel.post({ type: 'attach', ref: await offers.read(content) });
    },
    pasteCode: (text) => {
      panel.post(answerPaste(text));
    },
    memory: (message) => {
      void options.memory.handle(message);
    },
    plan: (message) => {
      // The mode may be another one now.
      void options.plans.handle(message).then(() => statusDisplay.showNow());
    },
    showStatus: () => statusDisplay.showNow(),
    newChat: () => {
      void conversations.create();
    },
    openDiff: (callId) => review.openDiff(callId),
    review: (action, path) => review.act(action, path),
    ...createPlaceServices(openHost, files),
    insertCode,
    applyCode: async (text) => {
      const { applyCode } = await import('./commands/editor-requests.js');
      await options.ask(applyCode(text));
    },
    putIntoTerminal,
    onCommand: options.onCommand,
    onFailure: options.onFailure,
  };
}
