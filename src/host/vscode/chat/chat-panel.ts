import { randomBytes } from 'node:crypto';
import { commands, Uri, type ViewBadge, type WebviewView, type WebviewViewProvider } from 'vscode';
import type { FromView, ToView, ViewState } from '../../../actors/protocol/ui.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { readFromView } from './from-view.js';
import { buildWebviewHtml } from './build-webview-html.js';
import { ViewOutbox } from './view-outbox.js';

export const CHAT_VIEW_ID = 'troupe.chat';

// As long as the nonces of the editor's own pages.
const NONCE_BYTES = 16;

const WAITING: ViewBadge = { value: 1, tooltip: 'Troupe waits for your answer' };

interface ChatPanelOptions {
  readonly extensionUri: Uri;
  /** Resolves when there is a state to show. Never rejects. */
  readonly restored: Promise<void>;
  /** The state that a new page shows. */
  readonly state: () => ViewState;
  readonly onMessage: (message: Exclude<FromView, { type: 'ready' }>) => void;
  /** Called when a page has started and has received the state. */
  readonly onShown: () => void;
  readonly onHidden: () => void;
}

/**
 * The chat view in the side bar. The editor destroys its page whenever the view is hidden, and creates another when it
 * is shown again; each page starts from the whole state.
 */
export class ChatPanel implements WebviewViewProvider {
  readonly #options: ChatPanelOptions;
  readonly #outbox = new ViewOutbox(systemClock, (message) => {
    void this.#view?.webview.postMessage(message);
  });
  #view: WebviewView | undefined;
  #isWaiting = false;
  /** Whether the page's script listens. */
  #isReady = false;
  /** Messages to send once it does. */
  #waiting: ToView[] = [];

  constructor(options: ChatPanelOptions) {
    this.#options = options;
  }

  resolveWebviewView(view: WebviewView): void {
    const { webview } = view;
    const folder = Uri.joinPath(this.#options.extensionUri, 'dist', 'webview');
    this.#view = view;
    this.#isReady = false;
    this.#outbox.drop();
    this.showWaiting(this.#isWaiting);
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.onDidReceiveMessage((raw: unknown) => {
      if (this.#view === view) this.#receive(raw);
    });
    view.onDidChangeVisibility(() => {
      if (this.#view === view && !view.visible) this.#hide();
    });
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = undefined;
      this.#hide();
    });
    webview.html = buildWebviewHtml({
      script: webview.asWebviewUri(Uri.joinPath(folder, 'main.js')).toString(),
      styles: webview.asWebviewUri(Uri.joinPath(folder, 'main.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(NONCE_BYTES).toString('hex'),
    });
  }

  /** Sends a message to the page, if there is one: a later page starts from the whole state anyway. */
  post(message: ToView): void {
    if (this.#isReady) this.#outbox.post(message);
  }

  /** Sends the whole state again. */
  postState(): void {
    this.post({ type: 'state', state: this.#options.state() });
  }

  /** Shows the view with the focus in the message box, and sends messages once its page listens. */
  async reveal(...messages: readonly ToView[]): Promise<void> {
    await this.#show(...messages, { type: 'focus' });
  }

  /** Shows the view with the focus in the search in the conversation. */
  async find(): Promise<void> {
    await this.#show({ type: 'find' });
  }

  async #show(...messages: readonly ToView[]): Promise<void> {
    this.#waiting.push(...messages);
    await commands.executeCommand(`${CHAT_VIEW_ID}.focus`);
    if (this.#isReady) this.#sendWaiting();
  }

  /** Marks the view's icon while a call waits for approval, because the view may be hidden. */
  showWaiting(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    if (this.#view !== undefined) this.#view.badge = isWaiting ? WAITING : undefined;
  }

  #receive(raw: unknown): void {
    const message = readFromView(raw);
    if (message === undefined) return;
    if (message.type !== 'ready') {
      this.#options.onMessage(message);
      return;
    }
    const view = this.#view;
    void this.#options.restored.then(() => {
      if (this.#view === view) this.#start();
    });
  }

  #start(): void {
    this.#isReady = true;
    this.postState();
    this.#sendWaiting();
    this.#options.onShown();
  }

  #sendWaiting(): void {
    const messages = this.#waiting;
    this.#waiting = [];
    for (const message of messages) this.post(message);
  }

  #hide(): void {
    this.#isReady = false;
    this.#outbox.drop();
    this.#options.onHidden();
  }
}
