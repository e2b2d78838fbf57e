import { type Memento, ProgressLocation, window } from 'vscode';
import type { McpQuestion } from '../../../actors/protocol/mcp.js';
import { readArray } from '../../../actors/protocol/json/json-shape.js';
import type { ServerNeed, ServerView } from './server-view.js';
import { toNoticeText } from './to-notice-text.js';
import { hostOfPage } from './host-of-page.js';
import { MCP_APPROVAL_TEXTS, MCP_QUESTION_TEXTS, MCP_SIGN_IN_TEXTS } from '../words/mcp-words.js';

// The key of the definitions that the person has heard of, in the state of the workspace.
const KEY = 'troupe.notifiedServers';

// A workspace has some servers, each with some definitions over time.
const MAX_REMEMBERED = 100;

/** Tells of servers that need an approval, each definition once in a workspace. `review`: the person wants to see them. */
export class UnapprovedNotice {
  readonly #state: Pick<Memento, 'get' | 'update'>;
  readonly #review: () => void;

  constructor(state: Pick<Memento, 'get' | 'update'>, review: () => void) {
    this.#state = state;
    this.#review = review;
  }

  show(servers: readonly ServerView[]): void {
    const known = readArray(this.#state.get(KEY)).filter((digest) => typeof digest === 'string');
    const fresh = servers.filter(({ digest }) => !known.includes(digest));
    if (fresh.length === 0) return;
    const digests = [...known, ...fresh.map(({ digest }) => digest)].slice(-MAX_REMEMBERED);
    void this.#state.update(KEY, digests);
    const { notice, review } = MCP_APPROVAL_TEXTS;
    const names = new Intl.ListFormat('en').format(fresh.map(({ name }) => name));
    void window.showInformationMessage(notice(names, fresh.length), review).then((choice) => {
      if (choice === review) this.#review();
    });
  }
}

/** Tells that a server needs something before it can start. Calls `start` when the person wants that. */
export function notifyNeed(server: string, need: ServerNeed, start: () => void): void {
  const { wanted, signIn, inputWanted, enter } = MCP_SIGN_IN_TEXTS;
  const [text, button] = need === 'signIn' ? [wanted(server), signIn] : [inputWanted(server), enter];
  void window.showInformationMessage(text, button).then((choice) => {
    if (choice === button) start();
  });
}

/** Tells what a server asks. Resolves to what the person chooses; `undefined` when they close it. */
export async function notifyQuestion(question: McpQuestion): Promise<'answer' | 'decline' | undefined> {
  const { asks, asksForSecret, wantsPage, answer, showAddress, decline } = MCP_QUESTION_TEXTS;
  const { server } = question;
  const message = toNoticeText(question.message);
  const button = question.kind === 'url' ? showAddress : answer;
  const choice =
    question.kind === 'url'
      ? await window.showInformationMessage(
          wantsPage(server, toNoticeText(hostOfPage(question.url) ?? question.url), message),
          button,
          decline,
        )
      : question.seemsToAskForSecret
        ? await window.showWarningMessage(asksForSecret(server, message), button, decline)
        : await window.showInformationMessage(asks(server, message), button, decline);
  if (choice === undefined) return undefined;
  return choice === button ? 'answer' : 'decline';
}

/** Shows that a sign-in waits for the browser, until it is over or the person cancels it. */
export function showSigningIn(server: string, over: Promise<void>, cancel: () => void): void {
  void window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: MCP_SIGN_IN_TEXTS.waiting(server),
      cancellable: true,
    },
    (_, token) => {
      token.onCancellationRequested(cancel);
      return over;
    },
  );
}
