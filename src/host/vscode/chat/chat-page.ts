import { randomBytes } from 'node:crypto';
import { commands, Uri, type WebviewPanel, type WebviewView } from 'vscode';
import type { ToView } from '../../../actors/protocol/ui.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { buildWebviewHtml } from './build-webview-html.js';
import { ViewOutbox } from './view-outbox.js';

// As long as the nonces of the editor's own pages.
const NONCE_BYTES = 16;

interface ChatPageOptions {
  readonly extensionUri: Uri;
  /** Called with each message of the page, unchecked. */
  readonly onMessage: (raw: unknown) => void;
  readonly onHidden: () => void;
  readonly onClosed: () => void;
}

/**
 * The chat in one place: the view in the side bar, or a tab of the editor. The editor destroys its page whenever it is
 * hidden, and creates another when it is shown again; each page starts from the whole state.
 */
export class ChatPage {
  readonly surface: WebviewView | WebviewPanel;
  /** Whether the page's script listens. */
  isReady = false;
  /** Whether its document has the focus. */
  isFocused = false;
  /** Messages to send once it does. */
  #waiting: ToView[] = [];
  readonly #outbox = new ViewOutbox(systemClock, (message) => {
    void this.surface.webview.postMessage(message);
  });

  constructor(surface: WebviewView | WebviewPanel, options: ChatPageOptions) {
    this.surface = surface;
    const { webview } = surface;
    const folder = Uri.joinPath(options.extensionUri, 'dist', 'webview');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.onDidReceiveMessage(options.onMessage);
    const hide = (): void => {
      if (surface.visible) return;
      this.#stop();
      options.onHidden();
    };
    if ('onDidChangeViewState' in surface) surface.onDidChangeViewState(hide);
    else surface.onDidChangeVisibility(hide);
    surface.onDidDispose(() => {
      this.#stop();
      options.onClosed();
    });
    webview.html = buildWebviewHtml({
      script: webview.asWebviewUri(Uri.joinPath(folder, 'main.js')).toString(),
      styles: webview.asWebviewUri(Uri.joinPath(folder, 'main.css')).toString(),
      cspSource: webview.cspSource,
      nonce: randomBytes(NONCE_BYTES).toString('hex'),
    });
  }

  get isVisible(): boolean {
    return this.surface.visible;
  }

  /** Sends a message, if the page's script listens: a later page starts from the whole state anyway. */
  post(message: ToView): void {
    if (this.isReady) this.#outbox.post(message);
  }

  /** Sends messages now, or once the page's script listens. */
  postLater(messages: readonly ToView[]): void {
    this.#waiting.push(...messages);
    if (this.isReady) this.sendWaiting();
  }

  sendWaiting(): void {
    const messages = this.#waiting;
    this.#waiting = [];
    for (const message of messages) this.post(message);
  }

  /** Brings the page to the front, with the focus in it. */
  async reveal(): Promise<void> {
    if ('reveal' in this.surface) this.surface.reveal();
    else await commands.executeCommand(`${this.surface.viewType}.focus`);
  }

  #stop(): void {
    this.isReady = false;
    this.isFocused = false;
    this.#outbox.drop();
  }
}
