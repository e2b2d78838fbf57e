import type { FromView, Mention, ViewCommand, ViewStatus } from '../../../actors/protocol/ui.js';
import type { ChatSession } from './chat-session.js';
import type { Mentions } from '../mentions/mentions.js';

export interface ViewServices {
  readonly session: Pick<ChatSession, 'send' | 'stop' | 'chooseMode' | 'respondToApproval' | 'turns'>;
  readonly mentions: Pick<Mentions, 'search'>;
  readonly status: () => ViewStatus;
  readonly showStatus: () => void;
  readonly postState: () => void;
  readonly newChat: () => void;
  /** Opens a mentioned file. Errors: the reason why it cannot be opened. */
  readonly open: (mention: Mention, line: number | undefined) => PromiseLike<void>;
  /** Runs a command of the view. Errors: the reason why it failed. */
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
  /** Reports a failed request to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
  readonly logTurn: (line: string) => void;
}

/** Handles a message from the view. Failures go to `onFailure`, or end the turn that the message started. */
export function handleViewMessage(
  message: Exclude<FromView, { type: 'ready' }>,
  services: ViewServices,
): void {
  const { session, onFailure } = services;
  const report = (what: string, done: PromiseLike<unknown>): void => {
    done.then(undefined, (error: unknown) => {
      onFailure(what, error);
    });
  };
  switch (message.type) {
    case 'send':
      void send(message, services);
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
      report('The file could not be opened', services.open(message.mention, message.line));
      break;
    case 'approval':
      session.respondToApproval(message.callId, message.decision, message.remember);
      break;
    case 'command':
      report('That could not be done', services.onCommand(message.command));
      break;
    default:
      message satisfies never;
  }
}

async function send(
  { message }: Extract<FromView, { type: 'send' }>,
  { session, status, postState, logTurn }: ViewServices,
): Promise<void> {
  const startedMs = performance.now();
  const { mode, provider, model } = status();
  if (!(await session.send(message))) {
    postState();
    return;
  }
  const end = session.turns.at(-1)?.events.at(-1);
  const how = end?.type === 'error' ? `${end.name}: ${end.message}` : (end?.type ?? 'left behind');
  logTurn(`Turn (${mode}, ${provider}/${model}): ${how}, ${Math.round(performance.now() - startedMs)} ms.`);
}
