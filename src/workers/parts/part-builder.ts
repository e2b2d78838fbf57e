import type { RelPath, WorkspaceWarning } from '../../actors/protocol/workspace.js';
import { ensureCapacity } from '../collections/ensure-capacity.js';
import { NameList } from '../names/name-list.js';
import type { ScannedRepository, ScannedRuleFile, ScanPart } from './scan-part.js';

// Room for some hundred directories.
const MIN_CHILDREN = 4096;

/** Packs the listings of a walker into parts. */
export class PartBuilder {
  readonly #directories: RelPath[] = [];
  readonly #counts: number[] = [];
  readonly #names = new NameList();
  #kinds = new Uint8Array(MIN_CHILDREN);
  readonly #ruleFiles: ScannedRuleFile[] = [];
  readonly #repositories: ScannedRepository[] = [];
  readonly #ignoredDirectories: RelPath[] = [];
  readonly #unread: RelPath[] = [];
  readonly #warnings: WorkspaceWarning[] = [];

  /** Whether there is nothing to send. */
  get isEmpty(): boolean {
    return (
      this.#counts.length === 0 &&
      this.#ruleFiles.length === 0 &&
      this.#repositories.length === 0 &&
      this.#ignoredDirectories.length === 0 &&
      this.#warnings.length === 0 &&
      this.#unread.length === 0
    );
  }

  addDirectory(path: RelPath, names: readonly string[], kinds: readonly number[]): void {
    this.#directories.push(path);
    this.#counts.push(names.length);
    const start = this.#names.size;
    this.#names.add(names);
    this.#kinds = ensureCapacity(this.#kinds, this.#names.size);
    this.#kinds.set(kinds, start);
  }

  addRuleFile(read: ScannedRuleFile): void {
    this.#ruleFiles.push(read);
  }

  addRepository(met: ScannedRepository): void {
    this.#repositories.push(met);
  }

  addIgnoredDirectory(path: RelPath): void {
    this.#ignoredDirectories.push(path);
  }

  addUnread(path: RelPath): void {
    this.#unread.push(path);
  }

  warn(warning: WorkspaceWarning): void {
    this.#warnings.push(warning);
  }

  /** Returns the packed listings, and empties the builder. */
  build(): ScanPart {
    const children = this.#names.size;
    // Truncates the arrays instead of replacing them, so that compiled code stays valid for their element types.
    return {
      directories: this.#directories.splice(0).join('\0'),
      counts: Uint32Array.from(this.#counts.splice(0)),
      names: this.#names.take(),
      kinds: this.#kinds.slice(0, children),
      ruleFiles: this.#ruleFiles.splice(0),
      repositories: this.#repositories.splice(0),
      ignoredDirectories: this.#ignoredDirectories.splice(0).join('\0'),
      unread: this.#unread.splice(0),
      warnings: this.#warnings.splice(0),
    };
  }
}
