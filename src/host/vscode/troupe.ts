import { env, type ExtensionContext, type LogOutputChannel, type Uri, window, workspace } from 'vscode';
import type { FromView, Mention, ViewCommand, ViewState, ViewStatus } from '../../actors/protocol/ui.js';
import { systemClock } from '../../actors/runtime/clock.js';
import { Scope } from '../../actors/runtime/scope.js';
import type { Host } from '../api.js';
import { openApprovalFile } from '../node/approval-store.js';
import { findEditorRipgrep } from '../node/editor-ripgrep.js';
import { nodeFiles } from '../node/files.js';
import { ChatPanel } from './chat-panel.js';
import { ChatSession } from './chat-session.js';
import { describeError } from './describe-error.js';
import { EditorFacts } from './editor-facts.js';
import { EditorFiles } from './editor-files.js';
import { indexState } from './index-state.js';
import { LazyEngine } from './lazy-engine.js';
import { type HostPlan, LazyHost } from './lazy-host.js';
import { buildMessage } from './mention-message.js';
import { Mentions } from './mentions.js';
import { openFolder } from './open-folder.js';
import { mentionOf, openMention } from './open-mention.js';
import { pastMessages } from './past-messages.js';
import { readMention } from './read-mention.js';
import { restoreChat, type SavedChat, storeChat } from './saved-chat.js';
import { Soon } from './soon.js';
import { IndexStatusBar } from './status-bar.js';
import { viewStatus } from './view-status.js';

// A scan counts files faster than anybody reads.
const STATUS_DELAY_MS = 100;

// Where the editor keeps the conversation of a workspace.
const CHAT_KEY = 'troupe.chat';

export interface TroupeOptions {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  /** Runs what the view asks the editor to do. Errors: why it failed. */
  readonly onCommand: (command: ViewCommand) => PromiseLike<unknown>;
}

/**
 * The extension at work: lends the engine what the editor has (files, settings, secrets) and shows what the engine
 * does. Nothing is read and no thread is started before the view, a mention or a message needs it.
 */
export class Troupe implements AsyncDisposable {
  readonly panel: ChatPanel;
  readonly session: ChatSession;
  readonly facts: EditorFacts;
  readonly #options: TroupeOptions;
  readonly #scope = new Scope();
  readonly #files = new EditorFiles(nodeFiles, () => workspace.textDocuments);
  readonly #host: LazyHost;
  readonly #engine: LazyEngine;
  readonly #mentions: Mentions;
  readonly #statusBar = new IndexStatusBar();
  readonly #statusSoon: Soon;
  #shownPhase: ViewStatus['index']['phase'] = 'none';
  /** Resolves when the conversation is kept. */
  #kept: PromiseLike<void> = Promise.resolve();

  constructor(options: TroupeOptions) {
    this.#options = options;
    const saved = restoreChat(options.context.workspaceState.get(CHAT_KEY));
    this.#statusSoon = new Soon(systemClock, STATUS_DELAY_MS, () => {
      this.#showStatus();
    });
    this.#host = this.#makeHost();
    this.facts = this.#makeFacts();
    this.#engine = this.#makeEngine(saved);
    this.session = this.#makeSession(saved);
    this.#mentions = this.#makeMentions();
    this.panel = this.#makePanel();

    this.#scope.defer(() => {
      this.#statusBar.dispose();
    });
    this.#scope.use(this.#host);
    this.#scope.defer(() => this.#kept);
    this.#scope.defer(() => {
      this.session.close();
      this.#mentions.cancel();
      this.#statusSoon.cancel();
      this.facts.dispose();
    });
  }

  /** What stands around the conversation. */
  get status(): ViewStatus {
    const { folders, settings, settingProblems, model, isTrusted } = this.facts;
    const { chosenMode } = this.session;
    return viewStatus({
      folders,
      settings,
      settingProblems,
      model,
      isTrusted,
      chosenMode,
      host: this.#host.state,
    });
  }

  /** Begins an empty conversation; what the person chose stays. */
  newChat(): void {
    this.session.newChat();
    this.panel.postState();
  }

  /** Reads all folders anew. Errors: why that cannot be. */
  restartIndex(): Promise<void> {
    this.#log.info('The index is restarted.');
    return this.#host.restart();
  }

  /** A file to mention. Errors: `WorkspaceBoundaryError` outside the folders; why there is no workspace. */
  async mentionOf(file: Uri): Promise<Mention> {
    return mentionOf(file, { roots: (await this.#openHost()).workspace.roots, files: this.#files });
  }

  /** Ends every thread, process and turn, and keeps the conversation. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#scope[Symbol.asyncDispose]();
  }

  get #log(): LogOutputChannel {
    return this.#options.log;
  }

  get #state(): ViewState {
    return { turns: this.session.catchUp(), status: this.status };
  }

  #makeHost(): LazyHost {
    return new LazyHost({
      plan: () => this.facts.hostPlan,
      create: (plan) => this.#createHost(plan),
      onChange: () => {
        this.#mentions.indexChanged();
        if (indexState(this.#host.state).phase === this.#shownPhase) this.#statusSoon.request();
        else this.#statusSoon.now();
      },
      onProblem: this.#logProblem,
    });
  }

  #makeFacts(): EditorFacts {
    return new EditorFacts(this.#options.context, {
      onChange: () => {
        this.#host.refresh();
        this.#statusSoon.request();
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
      history: pastMessages(turns),
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
        this.#kept = this.#options.context.workspaceState
          .update(CHAT_KEY, storeChat(chat))
          .then(undefined, (error) => {
            this.#logProblem('The conversation could not be kept', error);
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
        this.#receive(message);
      },
      onShown: () => {
        // The state that is shown says why, where there can be no host.
        this.#host.open().catch(() => undefined);
      },
      onHidden: () => {
        this.#mentions.cancel();
      },
    });
  }

  #receive(message: Exclude<FromView, { type: 'ready' }>): void {
    switch (message.type) {
      case 'send':
        void this.#send(message);
        break;
      case 'stop':
        this.session.stop();
        break;
      case 'newChat':
        this.newChat();
        break;
      case 'setMode':
        this.session.chooseMode(message.mode);
        this.#statusSoon.now();
        break;
      case 'mentionQuery':
        void this.#mentions.search(message.id, message.query);
        break;
      case 'openFile':
        this.#report('The file could not be opened', this.#open(message.mention, message.line));
        break;
      case 'approval':
        this.session.respondToApproval(message.callId, message.decision, message.remember);
        break;
      case 'command':
        this.#report('That could not be done', this.#options.onCommand(message.command));
        break;
      default:
        message satisfies never;
    }
  }

  async #send({ message }: Extract<FromView, { type: 'send' }>): Promise<void> {
    const startedMs = performance.now();
    const { mode, provider, model } = this.status;
    if (!(await this.session.send(message))) {
      this.panel.postState();
      return;
    }
    const end = this.session.turns.at(-1)?.events.at(-1);
    const how = end?.type === 'error' ? `${end.name}: ${end.message}` : (end?.type ?? 'left behind');
    this.#log.info(
      `Turn (${mode}, ${provider}/${model}): ${how}, ${Math.round(performance.now() - startedMs)} ms.`,
    );
  }

  async #open(mention: Mention, line: number | undefined): Promise<void> {
    const { roots } = (await this.#openHost()).workspace;
    await openMention(mention, line, { roots, files: this.#files });
  }

  /** Errors: why there is none. */
  async #openHost(): Promise<Host> {
    const host = await this.#host.open();
    if (host === undefined) throw this.facts.missingFolder;
    return host;
  }

  async #createHost({ roots, workspace, approvals, commands }: HostPlan): Promise<Host> {
    const startedMs = performance.now();
    // Loaded when it is needed: machines, schemas and the tools are most of the extension's code.
    const [{ createHost }, { editorPorts }, ripgrepPath] = await Promise.all([
      import('../api.js'),
      import('./editor-ports.js'),
      findEditorRipgrep(env.appRoot),
    ]);
    const ports = editorPorts(this.#files, this.#options.context.globalStorageUri.fsPath);
    const store = openApprovalFile(process.env, roots);
    const host = await createHost({
      roots,
      workspace: { ...workspace, isReadAhead: true, ...(ripgrepPath === undefined ? {} : { ripgrepPath }) },
      approvals,
      commands,
      files: this.#files,
      ...ports,
      ...(store === undefined ? {} : { approvalStore: store }),
    });
    void host.recovered.then((recovered) => {
      for (const { outcome, paths } of recovered)
        this.#log.warn(`Changes that were cut off are ${outcome}: ${paths.join(', ')}.`);
    });
    this.#log.info(`Started for ${roots.join(', ')} in ${Math.round(performance.now() - startedMs)} ms.`);
    return host;
  }

  #showStatus(): void {
    const { status } = this;
    const { phase, files, reason } = status.index;
    this.panel.post({ type: 'status', status });
    this.#statusBar.show(status.index);
    if (phase === this.#shownPhase) return;
    this.#shownPhase = phase;
    const line = `Index: ${phase}, ${files} files${reason === undefined ? '' : `. ${reason}`}`;
    if (phase === 'failed' || phase === 'degraded' || phase === 'restarting') this.#log.warn(line);
    else if (phase === 'none' || phase === 'idle') this.#log.debug(line);
    else this.#log.info(line);
  }

  /** Tells the person when what they asked for in the view fails. */
  #report(what: string, done: PromiseLike<unknown>): void {
    done.then(undefined, (error: unknown) => {
      this.#logProblem(what, error);
      void window.showErrorMessage(`${what}: ${error instanceof Error ? error.message : String(error)}`);
    });
  }

  readonly #logProblem = (what: string, error: unknown): void => {
    this.#log.error(`${what}: ${describeError(error)}`);
  };
}
