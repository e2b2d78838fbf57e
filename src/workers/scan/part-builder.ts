import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import { NameSet } from '../names/name-set.js';
import type { ScanPart } from './scan-part.js';

// Some hundred directories; four times as many each time it is full.
const MIN_CHILDREN = 4096;
const GROWTH = 4;

/** Packs what a walker reads. */
export class PartBuilder {
  readonly #directories: RelPath[] = [];
  readonly #counts: number[] = [];
  readonly #names = new NameSet();
  #children = new Uint32Array(MIN_CHILDREN);
  #kinds = new Uint8Array(MIN_CHILDREN);
  #childCount = 0;
  readonly #ruleDirectories: RelPath[] = [];
  readonly #repositories: RelPath[] = [];
  readonly #ignoredDirectories: RelPath[] = [];
  readonly #starved: RelPath[] = [];
  readonly #warnings: WorkspaceWarning[] = [];

  /** Whether there is nothing to tell. */
  get isEmpty(): boolean {
    return (
      this.#counts.length === 0 &&
      this.#ignoredDirectories.length === 0 &&
      this.#warnings.length === 0 &&
      this.#starved.length === 0
    );
  }

  addDirectory(path: RelPath, names: readonly string[], kinds: readonly number[]): void {
    const count = names.length;
    this.#directories.push(path);
    this.#counts.push(count);
    const end = this.#childCount + count;
    if (end > this.#kinds.length) this.#grow(end);
    for (let child = 0; child < count; child++) {
      this.#children[this.#childCount] = this.#names.add(names[child]!);
      this.#kinds[this.#childCount++] = kinds[child]!;
    }
  }

  addRuleDirectory(path: RelPath): void {
    this.#ruleDirectories.push(path);
  }

  addRepository(path: RelPath): void {
    this.#repositories.push(path);
  }

  addIgnoredDirectory(path: RelPath): void {
    this.#ignoredDirectories.push(path);
  }

  addStarved(path: RelPath): void {
    this.#starved.push(path);
  }

  warn(warning: WorkspaceWarning): void {
    this.#warnings.push(warning);
  }

  /** What was added, packed. Nothing is added afterwards. */
  build(): ScanPart {
    const { names, ranks } = this.#names.rank();
    const children = this.#children.slice(0, this.#childCount);
    for (let child = 0; child < children.length; child++) children[child] = ranks[children[child]!]!;
    return {
      directories: this.#directories.join('\0'),
      counts: Uint32Array.from(this.#counts),
      names,
      children,
      kinds: this.#kinds.slice(0, this.#childCount),
      ruleDirectories: this.#ruleDirectories,
      repositories: this.#repositories,
      ignoredDirectories: this.#ignoredDirectories.join('\0'),
      starved: this.#starved,
      warnings: this.#warnings,
    };
  }

  #grow(needed: number): void {
    const capacity = Math.max(needed, this.#kinds.length * GROWTH);
    const children = new Uint32Array(capacity);
    children.set(this.#children);
    const kinds = new Uint8Array(capacity);
    kinds.set(this.#kinds);
    this.#children = children;
    this.#kinds = kinds;
  }
}
