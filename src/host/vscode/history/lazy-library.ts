import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type {
  DeletedThread,
  OrphanedThreads,
  ThreadDamage,
  ThreadHit,
  ThreadLibrary,
  ThreadSummary,
} from '../../../actors/protocol/thread-store.js';
import type { Claim } from '../../node/threads/thread-lock.js';
import type { ChatStore } from '../chat/chat-session-options.js';
import type { ChatShelfLibrary } from './chat-shelf.js';

type OpenLibrary = ChatShelfLibrary & Pick<ChatStore, 'claim' | 'take'> & AsyncDisposable;

/** A library of threads that is opened when it is first used. */
export class LazyLibrary implements ChatShelfLibrary, ChatStore, AsyncDisposable {
  readonly #openLibrary: () => Promise<OpenLibrary>;
  #opening: Promise<OpenLibrary> | undefined;

  /** Errors of `openLibrary` are those of each method, which opens it again. */
  constructor(openLibrary: () => Promise<OpenLibrary>) {
    this.#openLibrary = openLibrary;
  }

  async append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    await (await this.#open()).append(thread, entries);
  }

  async *read(thread: ThreadId, onDamage?: (damage: ThreadDamage) => void): AsyncIterable<ThreadEntry> {
    yield* (await this.#open()).read(thread, onDamage);
  }

  async list(): Promise<readonly ThreadSummary[]> {
    return (await this.#open()).list();
  }

  async search(
    query: string,
    options?: Parameters<ThreadLibrary['search']>[1],
  ): Promise<readonly ThreadHit[]> {
    return (await this.#open()).search(query, options);
  }

  async delete(thread: ThreadId): Promise<void> {
    await (await this.#open()).delete(thread);
  }

  async restore(thread: ThreadId): Promise<void> {
    await (await this.#open()).restore(thread);
  }

  async listDeleted(): Promise<readonly DeletedThread[]> {
    return (await this.#open()).listDeleted();
  }

  async purge(threads: readonly ThreadId[]): Promise<number> {
    return (await this.#open()).purge(threads);
  }

  async add(exported: string): Promise<ThreadId> {
    return (await this.#open()).add(exported);
  }

  async listOrphans(): Promise<readonly OrphanedThreads[]> {
    return (await this.#open()).listOrphans();
  }

  async adopt(roots: readonly string[]): Promise<readonly ThreadId[]> {
    return (await this.#open()).adopt(roots);
  }

  async isHeldElsewhere(thread: ThreadId): Promise<boolean> {
    return (await this.#open()).isHeldElsewhere(thread);
  }

  async claim(thread: ThreadId): Promise<Claim> {
    return (await this.#open()).claim(thread);
  }

  async take(thread: ThreadId, isBusy: () => Promise<boolean>): Promise<boolean> {
    return (await this.#open()).take(thread, isBusy);
  }

  async release(thread: ThreadId): Promise<void> {
    await (await this.#open()).release(thread);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const library = await this.#opening?.catch(() => undefined);
    await library?.[Symbol.asyncDispose]();
  }

  #open(): Promise<OpenLibrary> {
    const opening = this.#opening ?? this.#openLibrary();
    this.#opening = opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return opening;
  }
}
