import { type ExtensionContext, type LogOutputChannel, Uri, window, workspace } from 'vscode';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import type { ViewCommand, ViewState, ViewStatus } from '../../actors/protocol/ui.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { Scope } from '../../actors/runtime/scope.js';
import type { Host } from '../api.js';
import { nodeFiles } from '../node/files.js';
import { FileThreadStore } from '../node/threads/file-thread-store.js';
import { LastThread } from '../node/threads/last-thread.js';
import { readMode } from './chat/from-view.js';
import { handleViewMessage, type ViewServices } from './chat/handle-view-message.js';
import { ChatPanel } from './chat/chat-panel.js';
import { ChatSession } from './chat/chat-session.js';
import type { EditorRequest } from './commands/editor-requests.js';
import { describeError } from './describe-error.js';
import { EditorContext } from './settings/editor-context.js';
import { findStorage } from './settings/find-storage.js';
import { EditorFiles } from './editor/editor-files.js';
import { insertCode } from './editor/insert-code.js';
import { putIntoTerminal } from './editor/put-into-terminal.js';
import { getIndexState } from './status/get-index-state.js';
import { LazyHost } from './engine/lazy-host.js';
import { findSelection } from './mentions/editor-attachments.js';
import { EditorOffers } from './mentions/editor-offers.js';
import { findSymbols } from './mentions/find-symbols.js';
import { listFolders } from './mentions/list-folders.js';
import { Mentions } from './mentions/mentions.js';
import { openFolder } from './mentions/open-folder.js';
import type { PlaceContext } from './places/open-place.js';
import { EditorReview } from './review/editor-review.js';
import { StatusBar } from './status/status-bar.js';
import { StatusDisplay } from './status/status-display.js';
import { buildViewStatus, effectiveMode } from './status/build-view-status.js';
import { describeContext, hasReply } from './status/describe-context.js';
import { describeTerminals, describeWindow } from './status/describe-window.js';
import { ChatSigns } from './notify/chat-signs.js';
import { AgentTerminals } from './terminals/agent-terminals.js';
import { createTerminal } from './terminals/create-terminal.js';
import { askToLeave } from './history/ask-to-leave.js';
import { Conversations } from './history/conversations.js';

// The key of the chosen mode in the editor's workspace state.
const MODE_KEY = 'troupe.mode';

export interface TroupeOptions {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  /** Runs a command of the view. Errors: the reason why it failed. */
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
}

/**
 * The extension while it is active: gives the engine the editor's files, settings and secrets, and shows what the
 * engine does. Reads the last conversation, and starts no thread until the view, a mention or a message needs it.
 */
export class Troupe implements AsyncDisposable {
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly facts: EditorContext;
  readonly conversations: Conversations;
  readonly #options: TroupeOptions;
  readonly #scope = new Scope();
  readonly #files = new EditorFiles(nodeFiles, () => workspace.textDocuments);
  /** The conversations of this window's folder. */
  readonly store: FileThreadStore;
  readonly terminals = new AgentTerminals({
    create: createTerminal,
    onChange: () => {
      this.#statusDisplay.changed();
    },
    onProblem: (what, error) => {
      this.#logProblem(what, error);
    },
  });
  readonly #host: LazyHost;
  readonly #offers: EditorOffers;
  readonly #mentions: Mentions;
  readonly #review: EditorReview;
  readonly #statusBar = new StatusBar();
  readonly #signs = new ChatSigns({
    bar: this.#statusBar.state,
    panel: () => this.panel,
    facts: () => this.facts,
    respond: (callId, decision) => {
      this.session.respondToApproval(callId, decision);
    },
  });
  readonly #statusDisplay: StatusDisplay;

  constructor(options: TroupeOptions) {
    this.#options = options;
    this.store = this.#makeStore();
    this.#review = this.#makeReview();
    this.#statusDisplay = this.#makeStatusDisplay();
    this.#host = this.#makeHost();
    this.facts = this.#makeContext();
    this.session = this.#makeSession();
    this.#offers = new EditorOffers(options.context.workspaceState, () => {
      this.#statusDisplay.changed();
    });
    this.#mentions = this.#makeMentions();
    this.panel = this.#makePanel();
    this.conversations = new Conversations({
      session: this.session,
      terminals: this.terminals,
      confirm: askToLeave,
      onNew: () => {
        this.panel.postState();
      },
    });

    this.#scope.defer(() => {
      this.#statusBar.dispose();
      this.terminals.dispose();
      this.#review.dispose();
    });
    this.#scope.use(this.#host);
    this.#scope.use(this.store);
    this.#scope.defer(() => this.session.close());
    this.#scope.defer(() => {
      this.#mentions.cancel();
      this.#statusDisplay.stop();
      this.facts.dispose();
      this.#offers.dispose();
    });
  }

  /** The status that the view shows around the conversation. */
  get status(): ViewStatus {
    const { facts, session } = this;
    const windowTokens = 'model' in facts.model ? facts.model.model.contextWindow : undefined;
    return buildViewStatus(facts, session.chosenMode, this.#host.state, {
      ...describeWindow(),
      ...describeTerminals(this.terminals.list()),
      ...describeContext(session.lastUsage, windowTokens),
    });
  }

  /** Sends a message for the person, and shows the chat. */
  async ask({ message, mode }: EditorRequest): Promise<void> {
    await this.panel.reveal();
    await this.session.send(message, 'queue', mode);
  }

  /** Denies what is asked first, if the chat can be seen, and otherwise shows it. */
  async deny(): Promise<void> {
    const [question] = this.session.activity.questions;
    if (question === undefined || !this.panel.isVisible) await this.panel.reveal();
    else this.session.respondToApproval(question.asked.callId, 'deny');
  }

  /** Rebuilds the index of all folders. Errors: the reason why that is impossible. */
  restartIndex(): Promise<void> {
    this.#log.info('The index is restarted.');
    return this.#host.restart();
  }

  /** Adds attachments to the message that is being written, and shows the chat. */
  async attach(...refs: readonly AttachmentRef[]): Promise<void> {
    await this.panel.reveal(...refs.map((ref) => ({ type: 'attach', ref }) as const));
  }

  /** Ends every thread, process and turn, and saves the conversation. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#scope[Symbol.asyncDispose]();
  }

  get #log(): LogOutputChannel {
    return this.#options.log;
  }

  get #storage(): Uri {
    return findStorage(this.#options.context);
  }

  get #state(): ViewState {
    return { thread: this.session.catchUp(), status: this.status, changedFiles: this.#review.changedFiles };
  }

  #makeStatusDisplay(): StatusDisplay {
    return new StatusDisplay({
      clock: systemClock,
      status: () => this.status,
      show: (status) => {
        this.panel.post({ type: 'status', status });
        this.#statusBar.state.setIndex(status.index);
      },
      log: this.#log,
    });
  }

  #makeHost(): LazyHost {
    return new LazyHost({
      plan: () => this.facts.hostPlan,
      create: async (plan) => {
        const { createEditorHost } = await import('./engine/create-editor-host.js');
        const storage = this.#options.context.globalStorageUri.fsPath;
        return createEditorHost(plan, {
          files: this.#files,
          storage,
          threadStore: this.store,
          terminals: this.terminals,
          log: this.#log,
          onApplied: (steps) => this.#review.record(steps),
        });
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

  #makeStore(): FileThreadStore {
    return new FileThreadStore({
      folder: Uri.joinPath(this.#storage, 'threads').fsPath,
      onProblem: (sentence) => {
        this.#log.warn(sentence);
      },
    });
  }

  #makeSession(): ChatSession {
    const { workspaceState } = this.#options.context;
    return new ChatSession({
      clock: systemClock,
      store: this.store,
      last: new LastThread(Uri.joinPath(this.#storage, 'last-thread').fsPath),
      chosenMode: readMode(workspaceState.get(MODE_KEY)),
      openEngine: async () => (await this.#openHost()).engine,
      turnOptions: async (mode) => ({
        model: await this.facts.requireModel(),
        mode: mode === undefined ? this.status.mode : effectiveMode(mode, this.facts.isTrusted),
        limits: { maxIterations: this.facts.settings.maxIterations },
      }),
      post: (message) => {
        this.panel.post(message);
        if (hasReply(message)) this.#statusDisplay.changed();
      },
      postState: () => {
        this.panel.postState();
      },
      saveMode: (mode) => {
        workspaceState.update(MODE_KEY, mode).then(undefined, (error: unknown) => {
          this.#logProblem('The chosen mode could not be saved', error);
        });
      },
      onWaiting: (isWaiting) => {
        this.panel.showWaiting(isWaiting);
      },
      onActivity: (activity) => {
        this.#signs.update(activity);
        this.#review.ask(activity.questions.map(({ asked }) => asked));
      },
      onEnded: (end) => {
        this.#signs.ended(end);
      },
      onTurnEnd: (line) => {
        this.#log.info(line);
      },
      onProblem: this.#logProblem,
    });
  }

  #makeReview(): EditorReview {
    return new EditorReview({
      folder: Uri.joinPath(this.#storage, 'review').fsPath,
      onChange: (files) => {
        this.panel.post({ type: 'changedFiles', files });
      },
      isOpened: () => this.facts.settings.openDiffs,
      answer: (callId, decision) => {
        this.session.respondToApproval(callId, decision);
      },
      focusChat: () => this.panel.reveal(),
      onProblem: this.#logProblem,
    });
  }

  #makeMentions(): Mentions {
    return new Mentions({
      clock: systemClock,
      openWorkspace: async () => (await this.#openHost()).workspace,
      openFolder,
      listFolders,
      isIndexed: () => getIndexState(this.#host.state).phase === 'ready',
      listOffers: () => this.#offers.list(),
      findSymbols,
      onOffers: (id, offers) => {
        this.panel.post({ type: 'mentionOffers', id, offers });
      },
      onHits: (id, hits, place) => {
        this.panel.post({ type: 'mentionHits', id, hits, ...(place === undefined ? {} : { place }) });
      },
      onProblem: this.#logProblem,
    });
  }

  #makePanel(): ChatPanel {
    return new ChatPanel({
      extensionUri: this.#options.context.extensionUri,
      restored: this.session.restored,
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
    const { session } = this;
    return {
      session,
      mentions: this.#mentions,
      attachContent: async (content) => {
        this.panel.post({ type: 'attach', ref: await this.#offers.read(content) });
      },
      pasteCode: (text) => {
        const ref = findSelection();
        const isSelected =
          ref !== undefined && ref.text.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n');
        this.panel.post(isSelected ? { type: 'attach', ref } : { type: 'insert', text });
      },
      showStatus: () => {
        this.#statusDisplay.showNow();
      },
      newChat: () => {
        void this.conversations.create();
      },
      openDiff: (callId) => this.#review.openDiff(callId),
      review: (action, path) => this.#review.act(action, path),
      open: async (place) => {
        const { openPlace } = await import('./places/open-place.js');
        await openPlace(place, await this.#openPlaces());
      },
      openSymbol: async (name) => {
        const { openSymbol } = await import('./places/open-symbol.js');
        await openSymbol(name, await this.#openPlaces());
      },
      insertCode,
      applyCode: async (text) => {
        const { applyCode } = await import('./commands/editor-requests.js');
        await this.ask(applyCode(text));
      },
      putIntoTerminal,
      onCommand: this.#options.onCommand,
      onFailure: (what, error) => {
        this.#logProblem(what, error);
        void window.showErrorMessage(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      },
    };
  }

  async #openPlaces(): Promise<PlaceContext> {
    return { workspace: (await this.#openHost()).workspace, files: this.#files };
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
