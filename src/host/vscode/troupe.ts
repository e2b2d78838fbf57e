import { type ExtensionContext, type LogOutputChannel, type Uri, window, workspace } from 'vscode';
import type { Mention, ViewCommand, ViewState, ViewStatus } from '../../actors/protocol/ui.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { Scope } from '../../actors/runtime/scope.js';
import type { Host } from '../api.js';
import { nodeFiles } from '../node/files.js';
import { handleViewMessage, type ViewServices } from './chat/handle-view-message.js';
import { ChatPanel } from './chat/chat-panel.js';
import { ChatSession } from './chat/chat-session.js';
import { createEditorHost } from './engine/create-editor-host.js';
import { describeError } from './describe-error.js';
import { EditorContext } from './settings/editor-context.js';
import { EditorFiles } from './editor/editor-files.js';
import { getIndexState } from './status/get-index-state.js';
import { LazyEngine } from './engine/lazy-engine.js';
import { LazyHost } from './engine/lazy-host.js';
import { buildMessage } from './mentions/mention-message.js';
import { Mentions } from './mentions/mentions.js';
import { openFolder } from './mentions/open-folder.js';
import { toMention, openMention } from './mentions/open-mention.js';
import { toPastMessages } from './chat/to-past-messages.js';
import { readMention } from './mentions/read-mention.js';
import { restoreChat, type SavedChat, storeChat } from './chat/saved-chat.js';
import { IndexStatusBar } from './status/status-bar.js';
import { StatusDisplay } from './status/status-display.js';
import { buildViewStatus } from './status/build-view-status.js';

// The key of the conversation in the editor's workspace state.
const CHAT_KEY = 'troupe.chat';

export interface TroupeOptions {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  /** Runs a command of the view. Errors: the reason why it failed. */
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
}

/**
 * The extension while it is active: gives the engine the editor's files, settings and secrets, and shows what the
 * engine does. Reads nothing and starts no thread until the view, a mention or a message needs it.
 */
export class Troupe implements AsyncDisposable {
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly facts: EditorContext;
  readonly #options: TroupeOptions;
  readonly #scope = new Scope();
  readonly #files = new EditorFiles(nodeFiles, () => workspace.textDocuments);
  readonly #host: LazyHost;
  readonly #engine: LazyEngine;
  readonly #mentions: Mentions;
  readonly #statusBar = new IndexStatusBar();
  readonly #statusDisplay: StatusDisplay;
  /** Resolves when the conversation is saved. */
  #saved: PromiseLike<void> = Promise.resolve();

  constructor(options: TroupeOptions) {
    this.#options = options;
    const saved = restoreChat(options.context.workspaceState.get(CHAT_KEY));
    this.#statusDisplay = this.#makeStatusDisplay();
    this.#host = this.#makeHost();
    this.facts = this.#makeContext();
    this.#engine = this.#makeEngine(saved);
    this.session = this.#makeSession(saved);
    this.#mentions = this.#makeMentions();
    this.panel = this.#makePanel();

    this.#scope.defer(() => {
      this.#statusBar.dispose();
    });
    this.#scope.use(this.#host);
    this.#scope.defer(() => this.#saved);
    this.#scope.defer(() => {
      this.session.close();
      this.#mentions.cancel();
      this.#statusDisplay.stop();
      this.facts.dispose();
    });
  }

  /** The status that the view shows around the conversation. */
  get status(): ViewStatus {
    return buildViewStatus(this.facts, this.session.chosenMode, this.#host.state);
  }

  /** Starts an empty conversation; the chosen mode stays. */
  newChat(): void {
    this.session.newChat();
    this.panel.postState();
  }

  /** Rebuilds the index of all folders. Errors: the reason why that is impossible. */
  restartIndex(): Promise<void> {
    this.#log.info('The index is restarted.');
    return this.#host.restart();
  }

  /**
   * The mention of a file. Errors: `WorkspaceBoundaryError` outside the folders; the reason why there is no workspace.
   */
  async toMention(file: Uri): Promise<Mention> {
    return toMention(file, { roots: (await this.#openHost()).workspace.roots, files: this.#files });
  }

  /** Ends every thread, process and turn, and saves the conversation. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#scope[Symbol.asyncDispose]();
  }

  get #log(): LogOutputChannel {
    return this.#options.log;
  }

  get #state(): ViewState {
    return { turns: this.session.catchUp(), status: this.status };
  }

  #makeStatusDisplay(): StatusDisplay {
    return new StatusDisplay({
      clock: systemClock,
      status: () => this.status,
      show: (status) => {
        this.panel.post({ type: 'status', status });
        this.#statusBar.show(status.index);
      },
      log: this.#log,
    });
  }

  #makeHost(): LazyHost {
    return new LazyHost({
      plan: () => this.facts.hostPlan,
      create: (plan) => {
        const storage = this.#options.context.globalStorageUri.fsPath;
        return createEditorHost(plan, { files: this.#files, storage, log: this.#log });
      },
      onChange: () => {
        this.#mentions.indexChanged();
        this.#statusDisplay.changed(getIndexState(this.#host.state).phase);
      },
      onProblem: this.#logProblem,
    });
  }

  #makeContext(): EditorContext {
    return new EditorContext(this.#options.context, {
      onChange: () => {
        this.#host.refresh();
        this.#statusDisplay.changed();
      },
      onModeSetting: () => {
        this.session.chooseMode(undefined);
      },
      onProblem: this.#logProblem,
    });
  }

  #makeEngine({ turns }: SavedChat): LazyEngine {
    return new LazyEngine({
      plan: async () => ({
        model: await this.facts.requireModel(),
        limits: { maxIterations: this.facts.settings.maxIterations },
      }),
      openHost: () => this.#openHost(),
      history: toPastMessages(turns),
    });
  }

  #makeSession(saved: SavedChat): ChatSession {
    return new ChatSession({
      clock: systemClock,
      saved,
      openEngine: () => this.#engine.open(),
      mode: () => this.status.mode,
      writeMessage: async (message, signal) => {
        if (message.mentions.length === 0) return message.text;
        const host = await this.#openHost();
        return buildMessage(message, (mention) => readMention(host, mention, signal));
      },
      forget: () => {
        this.#engine.clear();
      },
      post: (message) => {
        this.panel.post(message);
      },
      onWaiting: (isWaiting) => {
        this.panel.showWaiting(isWaiting);
      },
      save: (chat) => {
        this.#saved = this.#options.context.workspaceState
          .update(CHAT_KEY, storeChat(chat))
          .then(undefined, (error) => {
            this.#logProblem('The conversation could not be saved', error);
          });
      },
    });
  }

  #makeMentions(): Mentions {
    return new Mentions({
      clock: systemClock,
      openWorkspace: async () => (await this.#openHost()).workspace,
      openFolder,
      onHits: (id, hits, place) => {
        this.panel.post({ type: 'mentionHits', id, hits, ...(place === undefined ? {} : { place }) });
      },
      onProblem: this.#logProblem,
    });
  }

  #makePanel(): ChatPanel {
    return new ChatPanel({
      extensionUri: this.#options.context.extensionUri,
      state: () => this.#state,
      onMessage: (message) => {
        handleViewMessage(message, this.#viewServices);
      },
      onShown: () => {
        // The status shows why there is no host.
        this.#host.open().catch(() => undefined);
      },
      onHidden: () => {
        this.#mentions.cancel();
      },
    });
  }

  get #viewServices(): ViewServices {
    const { session, panel } = this;
    return {
      session,
      mentions: this.#mentions,
      status: () => this.status,
      showStatus: () => {
        this.#statusDisplay.showNow();
      },
      postState: () => {
        panel.postState();
      },
      newChat: () => {
        this.newChat();
      },
      open: (mention, line) => this.#open(mention, line),
      onCommand: this.#options.onCommand,
      onFailure: (what, error) => {
        this.#logProblem(what, error);
        void window.showErrorMessage(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      },
      logTurn: (line) => {
        this.#log.info(line);
      },
    };
  }

  async #open(mention: Mention, line: number | undefined): Promise<void> {
    const { roots } = (await this.#openHost()).workspace;
    await openMention(mention, line, { roots, files: this.#files });
  }

  /** Errors: the reason why there is no host. */
  async #openHost(): Promise<Host> {
    const host = await this.#host.open();
    if (host === undefined) throw this.facts.missingFolder;
    return host;
  }

  readonly #logProblem = (what: string, error: unknown): void => {
    this.#log.error(`${what}: ${describeError(error)}`);
  };
}
