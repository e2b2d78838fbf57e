import type { RelPath } from '../../actors/protocol/workspace.js';
import type { LineMatch } from './grep.js';
import type { FileMatches } from './grep-message.js';

// A message costs about as much as finding a hundred matches.
const MAX_MATCHES = 256;
// Long lines may make a batch as large as many matches do.
const MAX_CHARS = 1 << 18;
// Users should see the first results at once, and later ones within a few frames.
const MAX_AGE_MS = 30;

/** Collects matches until a batch is worth sending. */
export class MatchOutbox {
  #files: { path: RelPath; matches: LineMatch[] }[] = [];
  #count = 0;
  #chars = 0;
  #sentAt = Number.NEGATIVE_INFINITY;

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  get isFull(): boolean {
    return this.#count >= MAX_MATCHES || this.#chars >= MAX_CHARS;
  }

  /** Whether the batch should be sent at time `nowMs`. Units: milliseconds on the caller's clock. */
  isDue(nowMs: number): boolean {
    return !this.isEmpty && (this.isFull || nowMs - this.#sentAt >= MAX_AGE_MS);
  }

  add(path: RelPath, match: LineMatch): void {
    const last = this.#files.at(-1);
    if (last?.path === path) last.matches.push(match);
    else this.#files.push({ path, matches: [match] });
    this.#count++;
    this.#chars += match.text.length;
    for (const line of match.before) this.#chars += line.length;
    for (const line of match.after) this.#chars += line.length;
  }

  /** Returns the batch, and starts an empty one. */
  take(nowMs: number): readonly FileMatches[] {
    const files = this.#files;
    this.#files = [];
    this.#count = 0;
    this.#chars = 0;
    this.#sentAt = nowMs;
    return files;
  }
}
