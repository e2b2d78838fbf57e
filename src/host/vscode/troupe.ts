import { randomUUID } from 'node:crypto';
import { type ExtensionContext, type LogOutputChannel, Uri, window, workspace } from 'vscode';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { ViewCommand, ViewState, ViewStatus } from '../../actors/protocol/ui.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { Scope } from '../../actors/runtime/scope.js';
import type { Host } from '../api.js';
import { nodeFiles } from '../node/files.js';
import { KeptDrafts } from '../node/threads/kept-drafts.js';
import { LastThread } from '../node/threads/last-thread.js';
import { readMode } from './from-view/read-mode.js';
import { ChatPanel } from './chat/chat-panel.js';
import { ChatSession } from './chat/chat-session.js';
import type { EditorRequest } from './commands/editor-requests.js';
import { describeError } from './describe-error.js';
import { receiveFromView } from './receive-from-view.js';
import { EditorContext } from './settings/editor-context.js';
import { findStorage } from './settings/find-storage.js';
import { EditorFiles } from './editor/editor-files.js';
import { getIndexState } from './status/get-index-state.js';
import { LazyHost } from './engine/lazy-host.js';
import { ToolServers } from './mcp/tool-servers.js';
import { EditorOffers } from './mentions/editor-offers.js';
import { findSymbols } from './mentions/find-symbols.js';
import { listFolders } from './mentions/list-folders.js';
import { createMentionPosts } from './mentions/mention-posts.js';
import { Mentions } from './mentions/mentions.js';
import { openFolder } from './mentions/open-folder.js';
import { EditorReview } from './review/editor-review.js';
import { PlanDesk } from './plans/plan-desk.js';
import { StatusBar } from './status/status-bar.js';
import { StatusDisplay } from './status/status-display.js';
import { buildViewStatus, effectiveMode } from './status/build-view-status.js';
import { describeContext, describeThreadUsage, hasReply } from './status/describe-context.js';
import { describeTerminals, describeWindow } from './status/describe-window.js';
import { ChatSigns } from './notify/chat-signs.js';
import { AgentTerminals } from './terminals/agent-terminals.js';
import { askToLeave } from './history/ask-to-leave.js';
import { Conversations } from './history/conversations.js';
import { EditorMemory } from './history/editor-memory.js';
import type { LazyLibrary } from './history/lazy-library.js';
import { openWindowLibrary } from './history/open-window-library.js';

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
  readonly store: LazyLibrary;
  readonly terminals = new AgentTerminals({
    onChange: () => {
      this.#statusDisplay.changed();
      this.#memory.changed();
    },
    onProblem: (what, error) => {
      this.#logProblem(what, error);
    },
  });
  readonly toolServers = new ToolServers(() => {
    this.#statusDisplay.changed();
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
    respond: ({ asked, thread }, decision) => {
      this.session.respondToApproval(asked.callId, decision, { thread });
    },
    show: (thread) => {
      void this.conversations.open(thread).then(() => this.panel.reveal());
    },
  });
  readonly #memory: EditorMemory;
  readonly #plans: PlanDesk;
  readonly #statusDisplay: StatusDisplay;

  constructor(options: TroupeOptions) {
    this.#options = options;
    this.store = openWindowLibrary(this.#storage, this.#log);
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
      ask: askToLeave,
      onNew: () => {
        this.panel.postState();
      },
    });
    this.#plans = new PlanDesk({ session: this.session, panel: this.panel, onFailure: this.#showProblem });
    this.#memory = new EditorMemory({
      library: this.store,
      session: this.session,
      conversations: this.conversations,
      terminals: this.terminals,
      panel: this.panel,
      openEngine: async () => (await this.openHost()).engine,
      onFailure: this.#showProblem,
    });

    this.#scope.defer(() => {
      this.#statusBar.dispose();
      this.terminals.dispose();
      this.toolServers.dispose();
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
      this.#memory.dispose();
    });
  }

  /** The status that the view shows around the conversation. */
  get status(): ViewStatus {
    const { facts, session } = this;
    const windowTokens = 'model' in facts.model ? facts.model.known?.contextWindow : undefined;
    return buildViewStatus(facts, session.chosenMode, this.#host.state, {
      ...describeWindow(),
      ...describeTerminals(this.terminals.list()),
      ...describeContext(session.shown.lastUsage, windowTokens),
      ...describeThreadUsage(session.shown.usage),
      ...this.toolServers.summary,
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
    const { session, status } = this;
    const { viewChat: chat } = session;
    const { changedFiles } = this.#review;
    return { chat, thread: session.catchUp(), status, changedFiles, ...this.#plans.state };
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
      isBusy: () => this.session.isBusy,
      create: async (plan) => {
        const { createEditorHost } = await import('./engine/create-editor-host.js');
        return createEditorHost(plan, {
          context: this.#options.context,
          permissions: this.facts.permissions,
          files: this.#files,
          threadStore: this.store,
          terminals: this.terminals,
          toolServers: this.toolServers,
          showToolServers: () => this.#options.onCommand('showMcpServers'),
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
        // A setting may allow what a question waits for. The state shows why there is no host.
        this.#host.present?.then(({ engine }) => engine.reconsider()).catch(() => undefined);
        this.#statusDisplay.changed();
      },
      onModeSetting: () => {
        this.session.chooseMode(undefined);
      },
      onProblem: this.#logProblem,
    });
  }

  #makeSession(): ChatSession {
    const { workspaceState } = this.#options.context;
    return new ChatSession({
      clock: systemClock,
      store: this.store,
      last: new LastThread(Uri.joinPath(this.#storage, 'last-thread').fsPath),
      chosenMode: readMode(workspaceState.get(MODE_KEY)),
      openEngine: async () => (await this.openHost()).engine,
      askElsewhere: async (isRunning) => {
        const { askElsewhere } = await import('./history/ask-elsewhere.js');
        return askElsewhere(isRunning);
      },
      copyThread: async (thread) => {
        const { duplicateThread } = await import('./history/duplicate-thread.js');
        return duplicateThread(thread, { library: this.store, clock: systemClock, newId: randomUUID });
      },
      turnOptions: async (mode) => ({
        model: await this.toolServers.afterStart(await this.facts.requireModel()),
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
        this.#signs.update({ id: this.session.threadId, activity }, this.session.background);
        this.#memory.changed();
        this.#plans.changed();
        this.#review.ask(activity.questions.map(({ asked }) => asked));
      },
      onEnded: (end, background) => {
        this.#signs.ended(end, background);
        // A setting may have changed meanwhile.
        this.#host.refresh();
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
      isChatFocused: () => this.panel.isFocused,
      focusChat: () => this.panel.reveal(),
      onProblem: this.#logProblem,
    });
  }

  #makeMentions(): Mentions {
    return new Mentions({
      clock: systemClock,
      openWorkspace: async () => (await this.openHost()).workspace,
      openFolder,
      listFolders,
      isIndexed: () => getIndexState(this.#host.state).phase === 'ready',
      listOffers: () => this.#offers.list(),
      findSymbols,
      ...createMentionPosts((message) => this.panel.post(message)),
      onProblem: this.#logProblem,
    });
  }

  #makePanel(): ChatPanel {
    return new ChatPanel({
      extensionUri: this.#options.context.extensionUri,
      restored: this.session.restored,
      drafts: new KeptDrafts({ folder: this.#storage.fsPath, onProblem: this.#logProblem }),
      state: () => this.#state,
      onMessage: receiveFromView(
        () => ({
          session: this.session,
          files: this.#files,
          panel: this.panel,
          mentions: this.#mentions,
          offers: this.#offers,
          memory: this.#memory,
          plans: this.#plans,
          statusDisplay: this.#statusDisplay,
          conversations: this.conversations,
          review: this.#review,
          mode: () => this.status.mode,
          openHost: () => this.openHost(),
          ask: (request) => this.ask(request),
          onCommand: this.#options.onCommand,
          onFailure: this.#showProblem,
          onProblem: this.#logProblem,
        }),
        this.#logProblem,
      ),
      onShown: () => {
        // The status shows why there is no host.
        this.#host.open().catch(() => undefined);
      },
      onHidden: () => {
        this.#mentions.cancel();
      },
    });
  }

  /** Errors: the reason why there is no host. */
  async openHost(): Promise<Host> {
    const host = await this.#host.open();
    if (host === undefined) throw this.facts.missingFolder;
    return host;
  }

  readonly #showProblem = (what: string, error: unknown): void => {
    this.#logProblem(what, error);
    void window.showErrorMessage(`${what}: ${messageOf(error)}`);
  };

  readonly #logProblem = (what: string, error: unknown): void => {
    this.#log.error(`${what}: ${describeError(error)}`);
  };
}
