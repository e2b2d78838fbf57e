import type { RelPath } from '../../../actors/protocol/workspace.js';
import { compileRuleFile, type RuleFile } from '../files/rule-file.js';

/** The rules of `.gitignore` files that are tracked but not checked out (skip-worktree), compiled on demand. */
export class AbsentRules {
  readonly #texts: ReadonlyMap<RelPath, string>;
  readonly #ignoreCase: boolean;
  readonly #compiled = new Map<RelPath, RuleFile | null>();

  constructor(texts: ReadonlyMap<RelPath, string>, ignoreCase: boolean) {
    this.#texts = texts;
    this.#ignoreCase = ignoreCase;
  }

  /** The rules of a directory that has no `.gitignore` on the disk. */
  get(directory: RelPath): RuleFile | null {
    const text = this.#texts.get(directory);
    if (text === undefined) return null;
    let file = this.#compiled.get(directory);
    if (file === undefined) {
      file = compileRuleFile(text, this.#ignoreCase);
      this.#compiled.set(directory, file);
    }
    return file;
  }
}
