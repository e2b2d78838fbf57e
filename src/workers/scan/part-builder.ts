import type { RelPath } from '../../actors/protocol/workspace.js';
import type { ScanPart } from './scan-part.js';

/** Packs what a walker reads. */
export class PartBuilder {
  readonly #directories: RelPath[] = [];
  readonly #counts: number[] = [];
  readonly #names: string[] = [];
  readonly #kinds: number[] = [];
  readonly #ruleDirectories: RelPath[] = [];
  readonly #repositories: RelPath[] = [];
  readonly #ignoredDirectories: RelPath[] = [];
  readonly #warnings: { path: RelPath; message: string }[] = [];

  addDirectory(path: RelPath, names: readonly string[], kinds: readonly number[]): void {
    this.#directories.push(path);
    this.#counts.push(names.length);
    for (const name of names) this.#names.push(name);
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

  build(): ScanPart {
    return {
      directories: this.#directories.join('\0'),
      counts: Uint32Array.from(this.#counts),
      names: this.#names.join('\0'),
      kinds: Uint8Array.from(this.#kinds),
      ruleDirectories: this.#ruleDirectories,
      repositories: this.#repositories,
      ignoredDirectories: this.#ignoredDirectories.join('\0'),
      warnings: this.#warnings,
    };
  }
}
