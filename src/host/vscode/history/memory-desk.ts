import { randomUUID } from 'node:crypto';
import { workspace } from 'vscode';
import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { MemoryFromView, MemoryToView } from '../../../actors/protocol/ui-memory.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import type { AgentEngine } from '../../engine/agent-engine.js';
import type { ChatPanel } from '../chat/chat-panel.js';
import type { ChatSession } from '../chat/chat-session.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import type { Conversations } from './conversations.js';
import type { ChatShelf, ChatShelfLibrary } from './chat-shelf.js';
import type { JumpDiff } from './jump-diff.js';
import type { Travels, CheckpointReader } from './travels.js';
import { CHAT_FAILURES, CHECKPOINT_FAILURES } from '../words/memory-words.js';

export interface MemoryDeskOptions {
  readonly library: ChatShelfLibrary;
  readonly session: ChatSession;
  readonly conversations: Pick<Conversations, 'open' | 'mayDelete'>;
  readonly terminals: AgentTerminals;
  readonly panel: Pick<ChatPanel, 'post'>;
  /** Errors: the reason why there is no engine. */
  readonly openEngine: () => Promise<Pick<AgentEngine, 'checkpoints'>>;
  /** Reports a failure to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
}

interface Loaded {
  readonly shelf: ChatShelf;
  readonly travels: Travels;
  readonly diff: JumpDiff;
}

/** What the view asks of chats and moments. The code is loaded with the first of its messages. */
export class MemoryDesk {
  readonly #options: MemoryDeskOptions;
  #loading: Promise<Loaded> | undefined;
  #loaded: Loaded | undefined;
  #isDisposed = false;

  constructor(options: MemoryDeskOptions) {
    this.#options = options;
  }

  /** Called when something goes on in a chat. */
  changed(): void {
    this.#loaded?.shelf.changed();
  }

  /** Does what a message asks for. Failures go to `onFailure`. */
  async handle(message: MemoryFromView): Promise<void> {
    const { session, onFailure } = this.#options;
    let what: string = CHAT_FAILURES.notDone;
    try {
      this.#loading ??= this.#load();
      const { shelf, travels } = await this.#loading;
      switch (message.type) {
        case 'listChats':
          shelf.show(message.isShown);
          break;
        case 'searchChats':
          await shelf.search(message.id, message.query);
          break;
        case 'chat':
          await shelf.act(message);
          break;
        case 'renameChat':
          what = CHAT_FAILURES.notRenamed;
          await shelf.rename(message.thread, message.title);
          break;
        case 'adoptChats':
          what = CHAT_FAILURES.notAdopted;
          await shelf.adopt(message.roots);
          break;
        case 'editMessage':
          await session.retry(message.entry, { message: message.message, files: message.putsFilesBack });
          break;
        case 'switchBranch':
          what = CHECKPOINT_FAILURES.notSwitched;
          await travels.switchTo(message.head);
          break;
        case 'planJump':
          await travels.plan(message.moment);
          break;
        case 'showJump':
          what = CHECKPOINT_FAILURES.notShown;
          await travels.show(message.moment);
          break;
        case 'showSince':
          what = CHECKPOINT_FAILURES.notShown;
          await travels.showSince(message.moment, message.path);
          break;
        case 'jump':
          what = CHECKPOINT_FAILURES.notRestored;
          await travels.jump(message);
          break;
        case 'branchOff':
          what = CHECKPOINT_FAILURES.notCopied;
          await travels.branchOff(message.moment);
          break;
        case 'undoJump':
          what = CHECKPOINT_FAILURES.notTravelled;
          await travels.undoJump(message.jump);
          break;
        default:
          what = CHECKPOINT_FAILURES.notTravelled;
          await travels.travel(message.direction);
      }
    } catch (error) {
      onFailure(what, error);
      this.changed();
    }
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.shelf.dispose();
    this.#loaded?.diff.dispose();
  }

  /** Errors: why no versions of files can be read. */
  async #openVersions(): Promise<CheckpointReader> {
    const { checkpoints } = await this.#options.openEngine();
    if (checkpoints === undefined) throw new Error(CHECKPOINT_FAILURES.noVersions);
    return checkpoints;
  }

  async #load(): Promise<Loaded> {
    const [{ ChatShelf }, { Travels }, { JumpDiff }] = await Promise.all([
      import('./chat-shelf.js'),
      import('./travels.js'),
      import('./jump-diff.js'),
    ]);
    const { library, session, conversations, terminals, panel, onFailure } = this.#options;
    const post = (message: MemoryToView): void => {
      panel.post(message);
    };
    const open = (thread: ThreadId): Promise<boolean> => conversations.open(thread);
    const diff = new JumpDiff();
    const loaded = {
      diff,
      shelf: new ChatShelf({
        clock: systemClock,
        library,
        session,
        post,
        open,
        listTerminals: (thread) => terminals.list(thread),
        showTerminals: async (thread) => {
          const { showTerminals } = await import('../terminals/show-terminals.js');
          await showTerminals(terminals, thread);
        },
        mayDelete: (thread) => conversations.mayDelete(thread),
        exportChat: async (thread) => {
          const { exportChat } = await import('./export-chat.js');
          await exportChat(library, thread);
        },
        newId: randomUUID,
        onFailure,
      }),
      travels: new Travels({
        session,
        post,
        open,
        shorten: (path) => workspace.asRelativePath(path),
        showChanges: async (files) => diff.show(files, await this.#openVersions()),
        showChange: async (file) => diff.showSince(file, await this.#openVersions()),
      }),
    };
    this.#loaded = loaded;
    if (this.#isDisposed) this.dispose();
    return loaded;
  }
}
