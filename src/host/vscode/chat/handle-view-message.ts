import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { PlanFromView } from '../../../actors/protocol/plans/plan-messages.js';
import type { EditorContent, FromView, ReviewAction, ViewCommand } from '../../../actors/protocol/ui.js';
import type { MemoryFromView } from '../../../actors/protocol/ui-memory.js';
import type { ChatSession } from './chat-session.js';
import type { OwnCommandsDesk } from './own-commands-desk.js';
import type { Mentions } from '../mentions/mentions.js';
import type { Place } from '../../markdown/read-place.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

export interface ViewServices {
  readonly session: Pick<
    ChatSession,
    'withdraw' | 'stop' | 'chooseMode' | 'respondToApproval' | 'retry' | 'resume'
  >;
  readonly ownCommands: Pick<OwnCommandsDesk, 'list' | 'send'>;
  readonly mentions: Pick<Mentions, 'search'>;
  /** Attaches what the editor has now. Errors: the reason why there is none. */
  readonly attachContent: (content: EditorContent) => PromiseLike<void>;
  /** Adds code from an editor to the message: as an attachment if it is selected there, or else as text. */
  readonly pasteCode: (text: string) => void;
  readonly showStatus: () => void;
  /** Does what the view asks of chats and moments. */
  readonly memory: (message: MemoryFromView) => void;
  /** Does what the view asks of the plan. */
  readonly plan: (message: PlanFromView) => void;
  readonly newChat: () => void;
  /** Opens the change that a question is about. Errors: that it cannot be shown in an editor. */
  readonly openDiff: (callId: string) => PromiseLike<void>;
  /** Opens, keeps or undoes the changes of a file, or of all. Errors: those of the editor. */
  readonly review: (action: ReviewAction, path: string | undefined) => PromiseLike<void>;
  /** Opens a file or a folder, or lines of a file. Errors: the reason why it cannot be opened. */
  readonly open: (place: Place) => PromiseLike<void>;
  /** Opens the definition of a symbol. Errors: the reason why none could be looked for. */
  readonly openSymbol: (name: string) => PromiseLike<void>;
  /** Puts code where the cursor is. Errors: the reason why it cannot be there. */
  readonly insertCode: (text: string) => PromiseLike<void>;
  /** Asks the model to put code into a file. Errors: why that cannot be asked. */
  readonly applyCode: (text: string) => PromiseLike<void>;
  /** Puts a command into a terminal, and does not run it. */
  readonly putIntoTerminal: (line: string) => void;
  /** Runs a command of the view. Errors: the reason why it failed. */
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
  /** Reports a failed request to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
}

/** What the page does not handle by itself. */
export type HandledMessage = Exclude<FromView, { type: 'ready' | 'focused' | 'keepDraft' }>;

/** Handles a message from the view. Failures go to `onFailure`; the session shows those of a message. */
export function handleViewMessage(message: HandledMessage, services: ViewServices): void {
  const { session, onFailure } = services;
  const report = (what: string, done: PromiseLike<unknown>): void => {
    done.then(undefined, (error: unknown) => {
      onFailure(what, error);
    });
  };
  switch (message.type) {
    case 'send':
      void services.ownCommands.send(message.message, message.whileRunning);
      break;
    case 'listCommands':
      void services.ownCommands.list();
      break;
    case 'withdraw':
      report(CHAT_TEXTS.notWithdrawn, session.withdraw(message.entry));
      break;
    case 'attachContent':
      report(CHAT_TEXTS.notAttached, services.attachContent(message.content));
      break;
    case 'pasteCode':
      services.pasteCode(message.text);
      break;
    case 'stop':
      session.stop();
      break;
    case 'newChat':
      services.newChat();
      break;
    case 'setMode':
      session.chooseMode(message.mode);
      services.showStatus();
      break;
    case 'mentionQuery':
      void services.mentions.search(message.id, message.query);
      break;
    case 'openFile':
      report(CHAT_TEXTS.fileNotOpened, services.open(readMessagePlace(message)));
      break;
    case 'openSymbol':
      report(CHAT_TEXTS.symbolNotSearched, services.openSymbol(message.name));
      break;
    case 'insertCode':
      report(CHAT_TEXTS.codeNotInserted, services.insertCode(message.text));
      break;
    case 'applyCode':
      report(CHAT_TEXTS.codeNotApplied, services.applyCode(message.text));
      break;
    case 'runInTerminal':
      services.putIntoTerminal(message.text);
      break;
    case 'retry':
      void session.retry(message.entry);
      break;
    case 'resume':
      void session.resume();
      break;
    case 'approval':
      session.respondToApproval(
        message.callId,
        message.decision,
        omitUndefined({ remember: message.remember, reason: message.reason }),
      );
      break;
    case 'openDiff':
      report(CHAT_TEXTS.diffNotOpened, services.openDiff(message.callId));
      break;
    case 'review':
      report(CHAT_TEXTS.notDone, services.review(message.action, message.path));
      break;
    case 'command':
      report(CHAT_TEXTS.notDone, services.onCommand(message.command));
      break;
    case 'approvePlan':
    case 'changePlan':
    case 'carryOutPlan':
    case 'skipStep':
    case 'giveUpPlan':
      services.plan(message);
      break;
    default:
      services.memory(message);
  }
}

function readMessagePlace({ type: _type, ...place }: Extract<FromView, { type: 'openFile' }>): Place {
  return place;
}
