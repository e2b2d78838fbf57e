import type { RelPath } from '../../actors/protocol/workspace.js';
import { NameSet } from '../names/name-set.js';
import type { ScanPart } from './scan-part.js';

/** Packs what a walker reads. */
export class PartBuilder {
  readonly #directories: RelPath[] = [];
  readonly #counts: number[] = [];
  readonly #names = new NameSet();
  readonly #children: number[] = [];
  readonly #kinds: number[] = [];
  readonly #ruleDirectories: RelPath[] = [];
  readonly #repositories: RelPath[] = [];
  readonly #ignoredDirectories: RelPath[] = [];
  readonly #warnings: { path: RelPath; message: string }[] = [];

  /** Whether there is nothing to tell. */
  get isEmpty(): boolean {
    return this.#counts.length === 0 && this.#ignoredDirectories.length === 0 && this.#warnings.length === 0;
  }

  addDirectory(path: RelPath, names: readonly string[], kinds: readonly number[]): void {
    this.#directories.push(path);
    this.#counts.push(names.length);
    for (const name of names) this.#children.push(this.#names.add(name));
    for (const kind of kinds) this.#kinds.push(kind);
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

  warn(path: RelPath, message: string): void {
    this.#warnings.push({ path, message });
  }

  /** What was added, packed. Nothing is added afterwards. */
  build(): ScanPart {
    const { names, ranks } = this.#names.rank();
    const children = new Uint32Array(this.#children.length);
    for (let child = 0; child < children.length; child++) children[child] = ranks[this.#children[child]!]!;
    return {
      directories: this.#directories.join('\0'),
      counts: Uint32Array.from(this.#counts),
      names,
      children,
      kinds: Uint8Array.from(this.#kinds),
      ruleDirectories: this.#ruleDirectories,
      repositories: this.#repositories,
      ignoredDirectories: this.#ignoredDirectories.join('\0'),
      warnings: this.#warnings,
    };
  }
}
