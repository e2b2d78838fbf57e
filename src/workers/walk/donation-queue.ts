const Word = {
  lock: 0,
  state: 1,
  signal: 2,
  isStartTaken: 3,
  queued: 4,
  active: 5,
  idle: 6,
  joined: 7,
} as const;
const State = { open: 0, done: 1, cancelled: 2 } as const;

const WORDS = Object.keys(Word).length;
const HEADER_BYTES = WORDS * Int32Array.BYTES_PER_ELEMENT;
// Enough for all but extreme paths; a walker keeps those itself.
const SLOT_BYTES = 1024;
const LENGTH_BYTES = 2;
// A donor stops at one directory for each idle walker, so this serves more threads than any pool has.
const SLOTS = 64;
// The lock is held for a microsecond at a time, so a few more tries suffice, unless its holder was preempted.
const SPINS = 100;
// How long a thread then sleeps between tries. The thread that holds the lock wakes it earlier, unless it was killed.
const LOCK_RETRY_MS = 1;

/**
 * A work-sharing queue of directories for the walkers of one scan, in shared memory.
 * A walker with more work than it needs donates directories to idle ones. The scan is done when the queue is empty
 * and no walker has work. There is no barrier: walkers may join at any time, and one alone finishes.
 */
export class DonationQueue {
  readonly #words: Int32Array;
  readonly #slots: Buffer;
  readonly #start: string;
  #isActive = false;

  /**
   * A view of the memory that `create` made, for a walker or the scan's coordinator. `start` is the scanned directory.
   */
  constructor(shared: SharedArrayBuffer, start: string) {
    this.#words = new Int32Array(shared, 0, WORDS);
    this.#slots = Buffer.from(shared, HEADER_BYTES);
    this.#start = start;
  }

  static create(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEADER_BYTES + SLOTS * SLOT_BYTES);
  }

  /** The number of walkers that have joined, which is final once the scan is done. */
  get joined(): number {
    return this.#load(Word.joined);
  }

  get isDone(): boolean {
    return this.#load(Word.state) === State.done;
  }

  get isCancelled(): boolean {
    return this.#load(Word.state) === State.cancelled;
  }

  /** Whether an idle walker waits for a directory. */
  get isWanted(): boolean {
    return this.#load(Word.idle) > this.#load(Word.queued);
  }

  /** Stops every walker: `take` returns `null` from now on, also to walkers that are blocked in it. */
  cancel(): void {
    Atomics.compareExchange(this.#words, Word.state, State.open, State.cancelled);
    this.#wakeAll();
    Atomics.notify(this.#words, Word.lock);
  }

  /** Joins the scan; returns false when it is over already. */
  join(): boolean {
    if (!this.#lock()) return false;
    const isOpen = this.#load(Word.state) === State.open;
    if (isOpen) Atomics.add(this.#words, Word.joined, 1);
    this.#unlock();
    return isOpen;
  }

  /** The next directory for an idle walker; `null` when the scan is over. Blocks while another walker may donate. */
  take(): string | null {
    if (!this.#lock()) return null;
    if (this.#isActive) Atomics.sub(this.#words, Word.active, 1);
    this.#isActive = false;
    for (;;) {
      const path = this.#pop();
      if (path !== null) {
        Atomics.add(this.#words, Word.active, 1);
        this.#isActive = true;
      } else if (this.#load(Word.active) > 0 && this.#load(Word.state) === State.open) {
        if (this.#waitForDonation()) continue;
        return null;
      } else {
        Atomics.compareExchange(this.#words, Word.state, State.open, State.done);
        this.#wakeAll();
      }
      this.#unlock();
      return path;
    }
  }

  /** Adds a directory for an idle walker; returns `false` when there is no room for it. */
  donate(path: string): boolean {
    if (Buffer.byteLength(path, 'utf8') > SLOT_BYTES - LENGTH_BYTES || !this.#lock()) return false;
    const queued = this.#load(Word.queued);
    const hasRoom = queued < SLOTS;
    if (hasRoom) {
      const at = queued * SLOT_BYTES;
      this.#slots.writeUInt16LE(this.#slots.write(path, at + LENGTH_BYTES, 'utf8'), at);
      Atomics.store(this.#words, Word.queued, queued + 1);
      this.#wakeAll();
    }
    this.#unlock();
    return hasRoom;
  }

  /** The caller must hold the lock. */
  #pop(): string | null {
    if (this.#load(Word.state) !== State.open) return null;
    if (Atomics.exchange(this.#words, Word.isStartTaken, 1) === 0) return this.#start;
    const queued = this.#load(Word.queued);
    if (queued === 0) return null;
    Atomics.store(this.#words, Word.queued, queued - 1);
    const at = (queued - 1) * SLOT_BYTES;
    const start = at + LENGTH_BYTES;
    return this.#slots.toString('utf8', start, start + this.#slots.readUInt16LE(at));
  }

  /** The caller must hold the lock, and holds it again afterwards; `false` when it could not be acquired again. */
  #waitForDonation(): boolean {
    const seen = this.#load(Word.signal);
    Atomics.add(this.#words, Word.idle, 1);
    this.#unlock();
    Atomics.wait(this.#words, Word.signal, seen);
    Atomics.sub(this.#words, Word.idle, 1);
    return this.#lock();
  }

  #wakeAll(): void {
    Atomics.add(this.#words, Word.signal, 1);
    Atomics.notify(this.#words, Word.signal);
  }

  /** Returns `false` when the scan was cancelled meanwhile, perhaps because the thread that holds the lock has died. */
  #lock(): boolean {
    for (let tries = 0; Atomics.compareExchange(this.#words, Word.lock, 0, 1) !== 0; tries++) {
      if (tries < SPINS) continue;
      if (this.isCancelled) return false;
      Atomics.wait(this.#words, Word.lock, 1, LOCK_RETRY_MS);
    }
    return true;
  }

  #unlock(): void {
    Atomics.store(this.#words, Word.lock, 0);
    Atomics.notify(this.#words, Word.lock, 1);
  }

  #load(word: number): number {
    return Atomics.load(this.#words, word);
  }
}
