import {
  commands,
  Uri,
  ViewColumn,
  type ViewBadge,
  type WebviewPanel,
  type WebviewPanelSerializer,
  type WebviewView,
  type WebviewViewProvider,
  window,
} from 'vscode';
import type { FromView, KeptDraft, ToView, ViewState } from '../../../actors/protocol/ui.js';
import type { KeptDrafts, PageName } from '../../node/threads/kept-drafts.js';
import { ChatPage } from './chat-page.js';
import { CHAT_TEXTS } from '../words/editor-words.js';

export const CHAT_VIEW_ID = 'troupe.chat';
export const CHAT_EDITOR_ID = 'troupe.chatEditor';

const FOCUS_KEY = 'troupe.isChatFocused';

/** The messages that answer what one page has asked. */
const ANSWERS: ReadonlySet<ToView['type']> = new Set(['mentionHits', 'mentionOffers', 'attach', 'insert']);

const WAITING: ViewBadge = { value: 1, tooltip: CHAT_TEXTS.waiting };

interface ChatPanelOptions {
  readonly extensionUri: Uri;
  /** Resolves when there is a state to show. Never rejects. */
  readonly restored: Promise<void>;
  readonly drafts: Pick<KeptDrafts, 'load' | 'keep'>;
  /** The state that a new page shows. */
  readonly state: () => ViewState;
  readonly onMessage: (message: Exclude<FromView, { type: 'ready' | 'focused' | 'keepDraft' }>) => void;
  /** Called when a page has started and has received the state. */
  readonly onShown: () => void;
  /** Called when the page that was used last is hidden. */
  readonly onHidden: () => void;
}

/** The one conversation of a window wherever it is shown: in the side bar, in a tab of the editor, or in both. */
export class ChatPanel implements WebviewViewProvider, WebviewPanelSerializer {
  readonly #options: ChatPanelOptions;
  #view: ChatPage | undefined;
  #editor: ChatPage | undefined;
  /** The page that sent the last message. */
  #last: ChatPage | undefined;
  #isWaiting = false;
  /** Resolves when the messages that have come so far are handled, in their order. */
  #received: Promise<void> = Promise.resolve();
  /** Messages for the view, which the editor is about to create. */
  #forView: ToView[] = [];

  constructor(options: ChatPanelOptions) {
    this.#options = options;
  }

  resolveWebviewView(view: WebviewView): void {
    const page = this.#createPage(view, () => {
      if (this.#view === page) this.#view = undefined;
    });
    this.#view = page;
    page.postLater(this.#forView);
    this.#forView = [];
    this.showWaiting(this.#isWaiting);
  }

  /** Takes over the tab of an editor that was reloaded. */
  deserializeWebviewPanel(panel: WebviewPanel): Promise<void> {
    this.#takeEditor(panel);
    return Promise.resolve();
  }

  /** Shows the chat in a tab of the editor, which may be moved into a window of its own. */
  openInEditor(): void {
    if (this.#editor !== undefined) {
      void this.#editor.reveal();
      return;
    }
    const panel = window.createWebviewPanel(CHAT_EDITOR_ID, CHAT_TEXTS.name, ViewColumn.Active);
    this.#takeEditor(panel).postLater([{ type: 'focus' }]);
  }

  /** Whether a page of the chat can be seen in this window. */
  get isVisible(): boolean {
    return this.#pages.some(({ isVisible }) => isVisible);
  }

  /**
   * Sends a message to every page; what answers a question, to the page that asked; what only one page may have, to the
   * page that can be seen, or else to the next one.
   */
  post(message: ToView): void {
    if (message.type === 'returned') this.#postLater([message]);
    else if (ANSWERS.has(message.type)) this.#last?.post(message);
    else for (const page of this.#pages) page.post(message);
  }

  /** Sends the whole state again. */
  postState(): void {
    this.post({ type: 'state', state: this.#options.state() });
  }

  /**
   * Shows the chat with the focus in the message box, and sends messages once its page listens: to the page that can be
   * seen, or else to the view.
   */
  async reveal(...messages: readonly ToView[]): Promise<void> {
    await this.#show([...messages, { type: 'focus' }]);
  }

  /** Shows the chat with the focus in the search in the conversation. */
  async find(): Promise<void> {
    await this.#show([{ type: 'find' }]);
  }

  /** Shows the list of chats. */
  async showChats(): Promise<void> {
    await this.#show([{ type: 'showChats' }]);
  }

  async #show(messages: readonly ToView[]): Promise<void> {
    const target = this.#postLater(messages);
    if (target !== undefined) await target.reveal();
    else await commands.executeCommand(`${CHAT_VIEW_ID}.focus`);
  }

  /** Returns the page that gets the messages; `undefined` when the editor has to create it first. */
  #postLater(messages: readonly ToView[]): ChatPage | undefined {
    const page = this.#last?.isVisible === true ? this.#last : this.#pages.find(({ isVisible }) => isVisible);
    const target = page ?? this.#view;
    if (target === undefined) this.#forView.push(...messages);
    else target.postLater(messages);
    return target;
  }

  /** Marks the view's icon while a call waits for approval, because the view may be hidden. */
  showWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    const surface = this.#view?.surface;
    if (surface !== undefined && 'badge' in surface) surface.badge = isWaiting ? WAITING : undefined;
  }

  get #pages(): readonly ChatPage[] {
    return [this.#view, this.#editor].filter((page) => page !== undefined);
  }

  #takeEditor(panel: WebviewPanel): ChatPage {
    panel.iconPath = Uri.joinPath(this.#options.extensionUri, 'media', 'troupe.svg');
    const page = this.#createPage(panel, () => {
      if (this.#editor === page) this.#editor = undefined;
    });
    this.#editor = page;
    return page;
  }

  #createPage(surface: WebviewView | WebviewPanel, onClosed: () => void): ChatPage {
    const hide = (): void => {
      this.#showFocus();
      if (this.#last === page) this.#options.onHidden();
    };
    const page: ChatPage = new ChatPage(surface, {
      extensionUri: this.#options.extensionUri,
      onMessage: (raw) => {
        const receive = async (): Promise<void> => {
          // Loaded on demand: a page takes its time before it says anything.
          const { readFromView } = await import('../from-view/read-from-view.js');
          this.#receive(page, readFromView(raw));
        };
        this.#received = this.#received.then(receive, receive);
      },
      onHidden: hide,
      onClosed: () => {
        hide();
        onClosed();
        if (this.#last === page) this.#last = undefined;
      },
    });
    return page;
  }

  #receive(page: ChatPage, message: FromView | undefined): void {
    // A page that was replaced may still send.
    if (message === undefined || !this.#pages.includes(page)) return;
    if (message.type === 'ready') {
      const { restored, drafts } = this.#options;
      void Promise.all([drafts.load(this.#nameOf(page)), restored]).then(([draft]) => {
        if (this.#pages.includes(page)) this.#start(page, draft);
      });
      return;
    }
    if (message.type === 'keepDraft') {
      void this.#options.drafts.keep(this.#nameOf(page), message.draft);
      return;
    }
    if (message.type === 'focused') {
      page.isFocused = message.isFocused;
      this.#showFocus();
      return;
    }
    this.#last = page;
    this.#options.onMessage(message);
  }

  /** Whether a page has the focus. */
  get isFocused(): boolean {
    return this.#pages.some((page) => page.isFocused);
  }

  /** Tells the `when` clauses of keys whether the chat has the focus. */
  #showFocus(): void {
    void commands.executeCommand('setContext', FOCUS_KEY, this.isFocused);
  }

  #nameOf(page: ChatPage): PageName {
    return page === this.#editor ? 'editor' : 'view';
  }

  #start(page: ChatPage, draft: KeptDraft | undefined): void {
    page.isReady = true;
    if (draft !== undefined) page.post({ type: 'keptDraft', draft });
    // The state includes the events that wait for the next frame, so every page gets it.
    this.postState();
    page.sendWaiting();
    this.#options.onShown();
  }
}
