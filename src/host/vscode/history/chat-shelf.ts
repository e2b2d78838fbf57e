import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { EntryBody, EntryId, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { OrphanedThreads, ThreadLibrary } from '../../../actors/protocol/thread-store.js';
import type {
  ChatList,
  ListedChat,
  MemoryFromView,
  MemoryToView,
} from '../../../actors/protocol/ui-memory.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { branchTo, findHeads } from '../../../actors/threads/branch.js';
import { ThreadRecord } from '../../../actors/threads/thread-record.js';
import type { ChatSession } from '../chat/chat-session.js';
import { duplicateThread } from './duplicate-thread.js';
import { CHAT_FAILURES } from '../words/memory-words.js';

// A list that changes more often cannot be read. Units: milliseconds.
const REFRESH_MS = 250;

// Whether another window writes to a thread costs a read of its lock; a window has no older one open.
const MAX_LOOKED_AT = 50;

// Folders of other projects that are long gone are not worth more lines.
const MAX_ORPHANS = 20;

// More than a person looks through.
const MAX_HITS = 100;

/** The library of the window's chats. */
export interface ChatShelfLibrary extends ThreadLibrary {
  /** Whether another living process writes to the thread. */
  isHeldElsewhere(thread: ThreadId): Promise<boolean>;
  /** Stores what was appended to the thread, and lets other processes write to it. */
  release(thread: ThreadId): Promise<void>;
}

interface ChatShelfOptions {
  readonly clock: Clock;
  readonly library: ChatShelfLibrary;
  readonly session: Pick<
    ChatSession,
    'threadId' | 'activity' | 'background' | 'findOpen' | 'drop' | 'openShown'
  >;
  /** The open terminals of a thread. */
  readonly listTerminals: (thread: ThreadId) => readonly unknown[];
  /** Shows a list of the terminals of a thread. */
  readonly showTerminals: (thread: ThreadId) => Promise<void>;
  readonly post: (message: MemoryToView) => void;
  /** Shows a chat. Resolves to whether it is shown. */
  readonly open: (thread: ThreadId) => Promise<boolean>;
  /** Asks about what runs in a chat's terminals. Resolves to whether the chat may be deleted. */
  readonly mayDelete: (thread: ThreadId) => Promise<boolean>;
  readonly exportChat: (thread: ThreadId) => Promise<void>;
  readonly newId: () => string;
  /** Reports a failure to the person. */
  readonly onFailure: (what: string, error: unknown) => void;
}

type ChatMessage = Extract<MemoryFromView, { type: 'chat' }>;

/** The list of the window's chats, and what a person does with one of them. */
export class ChatShelf {
  readonly #options: ChatShelfOptions;
  readonly #refresh: Debounce;
  #isShown = false;
  /** Looked for once each time that the list is opened. */
  #orphans: Promise<readonly OrphanedThreads[]> | undefined;
  #search = new AbortController();

  constructor(options: ChatShelfOptions) {
    this.#options = options;
    this.#refresh = new Debounce(options.clock, { maxMs: REFRESH_MS }, () => void this.#post());
  }

  /** Posts the list, and again when something changes, until it is not shown any more. */
  show(isShown: boolean): void {
    this.#isShown = isShown;
    this.#orphans = undefined;
    if (isShown) this.#refresh.runNow();
    else this.#search.abort();
  }

  /** Called when something may have changed. */
  changed(): void {
    if (this.#isShown) this.#refresh.trigger();
  }

  /** Posts the messages and answers that have all words of the query. Never rejects. */
  async search(id: number, query: string): Promise<void> {
    this.#search.abort();
    const search = new AbortController();
    this.#search = search;
    const { library, post, onFailure } = this.#options;
    try {
      const hits = await library.search(query, { limit: MAX_HITS, signal: search.signal });
      if (!search.signal.aborted) post({ type: 'chatHits', id, hits });
    } catch (error) {
      if (search.signal.aborted) return;
      post({ type: 'chatHits', id, hits: [] });
      onFailure(CHAT_FAILURES.notSearched, error);
    }
  }

  /** Errors: those of the library; an error when another window has the chat open. */
  async act({ action, thread, entry }: ChatMessage): Promise<void> {
    const { library, session, open, exportChat, post } = this.#options;
    if (action === 'open') {
      if ((await open(thread)) && entry !== undefined) post(await this.#goTo(thread, entry));
    } else if (action === 'duplicate') await open(await this.duplicate(thread, entry));
    else if (action === 'export') await exportChat(thread);
    else if (action === 'terminals') await this.#options.showTerminals(thread);
    else if (action === 'archive' || action === 'unarchive')
      await this.#append(thread, { kind: 'archived', isArchived: action === 'archive' });
    else if (action === 'delete') {
      await this.#expectHere(thread);
      if (!(await this.#options.mayDelete(thread))) return;
      await session.drop(thread);
      await library.delete(thread);
    } else await library.restore(thread);
    this.#refresh.runNow();
  }

  /** Brings the threads of folders that are gone here. Errors: those of the library. */
  async adopt(roots: readonly string[]): Promise<void> {
    await this.#options.library.adopt(roots);
    this.#orphans = undefined;
    this.#refresh.runNow();
  }

  /** Errors: as `act`. */
  async rename(thread: ThreadId, title: string): Promise<void> {
    await this.#append(thread, { kind: 'renamed', title });
    this.#refresh.runNow();
  }

  /** A copy of a thread up to an entry; default: of its current branch. Errors: those of the library. */
  duplicate(thread: ThreadId, until?: EntryId): Promise<ThreadId> {
    return duplicateThread(thread, { ...this.#options, ...omitUndefined({ until }) });
  }

  dispose(): void {
    this.#isShown = false;
    this.#search.abort();
    this.#refresh.cancel();
  }

  /** Shows the branch of an entry of the thread that is shown. Errors: those of `Thread.switchTo`; an unknown entry. */
  async #goTo(thread: ThreadId, entry: EntryId): Promise<MemoryToView> {
    const { library, session } = this.#options;
    const entries: ThreadEntry[] = [];
    for await (const one of library.read(thread)) entries.push(one);
    const found = entries.find(({ id }) => id === entry);
    if (found === undefined) throw new Error(CHAT_FAILURES.gone);
    if (!branchTo(entries).includes(found)) {
      const head = findHeads(entries).get(entry) ?? entry;
      await (await session.openShown()).switchTo(head);
    }
    const role = found.kind === 'user_message' ? 'user' : 'assistant';
    return { type: 'goTo', entry, turn: found.turn, role };
  }

  async #post(): Promise<void> {
    const { post, onFailure } = this.#options;
    try {
      post({ type: 'chats', list: await this.#list() });
    } catch (error) {
      onFailure(CHAT_FAILURES.notListed, error);
    }
  }

  async #list(): Promise<ChatList> {
    const { library, session, listTerminals } = this.#options;
    this.#orphans ??= library.listOrphans();
    const [threads, deleted, orphans] = await Promise.all([
      library.list(),
      library.listDeleted(),
      this.#orphans,
    ]);
    const running = new Map(session.background.map(({ id, activity }) => [id, activity]));
    if (session.threadId !== undefined) running.set(session.threadId, session.activity);
    const chats = await Promise.all(
      threads
        .filter(({ title }) => title !== '')
        .map(async ({ id, title, changedAt, isArchived }, index): Promise<ListedChat> => {
          const terminals = listTerminals(id).length;
          const chat = { id, title, changedAt, isArchived, ...(terminals === 0 ? {} : { terminals }) };
          const activity = running.get(id);
          if (activity !== undefined && activity.questions.length > 0) return { ...chat, activity: 'asking' };
          if (activity?.isRunning === true) return { ...chat, activity: 'running' };
          const isElsewhere = index < MAX_LOOKED_AT && (await library.isHeldElsewhere(id));
          return isElsewhere ? { ...chat, activity: 'elsewhere' } : chat;
        }),
    );
    return {
      chats,
      ...omitUndefined({ open: session.threadId }),
      deleted: deleted.map(({ id, title, deletedAt }) => ({ id, title, deletedAt })),
      ...(orphans.length === 0 ? {} : { orphans: likelyFirst(orphans).slice(0, MAX_ORPHANS) }),
    };
  }

  /** Appends an entry to a thread, by the engine that has it, or else alone. */
  async #append(thread: ThreadId, body: Extract<EntryBody, { kind: 'renamed' | 'archived' }>): Promise<void> {
    await this.#expectHere(thread);
    const open = this.#options.session.findOpen(thread);
    if (open !== undefined) {
      await (body.kind === 'renamed' ? open.rename(body.title) : open.setArchived(body.isArchived));
      return;
    }
    const record = await ThreadRecord.open(this.#recordOptions(thread));
    if (record === undefined) throw new Error(CHAT_FAILURES.gone);
    record.append(body);
    await record.settled();
    await this.#options.library.release(thread);
  }

  async #expectHere(thread: ThreadId): Promise<void> {
    if (await this.#options.library.isHeldElsewhere(thread)) throw new Error(CHAT_FAILURES.elsewhere);
  }

  #recordOptions(id: ThreadId): Parameters<typeof ThreadRecord.fromEntries>[0] {
    const { library: store, clock, newId } = this.#options;
    return { id, store, now: () => clock.now(), newId };
  }
}

function likelyFirst(orphans: readonly OrphanedThreads[]): readonly OrphanedThreads[] {
  const likely = orphans.toSorted((a, b) => Number(b.isLikely) - Number(a.isLikely));
  return likely.map(({ roots, threads, changedAt, isLikely }) => ({ roots, threads, changedAt, isLikely }));
}
