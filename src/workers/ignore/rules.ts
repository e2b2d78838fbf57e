import type { RelPath } from '../../actors/protocol/workspace.js';
import { nameOf, parentOf } from '../../actors/protocol/rel-path.js';
import { INDEXED, type Decision } from './decision.js';
import type { GitFacts } from './git/git-facts.js';
import type { NestedRules } from './git/nested-rules.js';
import type { RuleFile } from './files/rule-file.js';
import { compileBaseRules, type RootPatterns, type BaseRules } from './base-rules.js';
import { RuleScope } from './rule-scope.js';

/** The `.gitignore` files and the repositories of a root. */
export interface RuleMap {
  /** The `.gitignore` files, by the directory that holds them. */
  readonly ruleFiles: ReadonlyMap<RelPath, { readonly file: RuleFile | null }>;
  /** The repositories below the root, by the directory that holds their `.git`. */
  readonly repositories: ReadonlyMap<RelPath, NestedRules>;
}

// A burst of changes touches the same few directories again and again. A scope takes about 300 bytes.
const MAX_CACHED_SCOPES = 4096;

/**
 * The rules of one root, for single paths in any order, as of changes or look-ups. Immutable. Source: SPEC W2, W3, W12.
 */
export class Rules {
  readonly #base: BaseRules;
  readonly #map: RuleMap;
  readonly #scopes = new Map<RelPath, RuleScope>();

  /** Errors: `PatternSyntaxError`, which names the pattern. */
  static compile(patterns: RootPatterns, git: GitFacts, map: RuleMap): Rules {
    return new Rules(compileBaseRules(patterns, git), map);
  }

  private constructor(base: BaseRules, map: RuleMap) {
    this.#base = base;
    this.#map = map;
  }

  /** The same patterns and git facts with other `.gitignore` files. Cost: none. */
  withMap(map: RuleMap): Rules {
    return new Rules(this.#base, map);
  }

  /** Whether a path is indexed, its parent directories' rules included. The root itself always is. */
  decide(path: RelPath, isDir: boolean): Decision {
    if (path === '') return INDEXED;
    return this.scopeOf(parentOf(path)).decide(nameOf(path), isDir);
  }

  /** The rules inside a directory, ignored or not. */
  scopeOf(directory: RelPath): RuleScope {
    const known = this.#scopes.get(directory);
    if (known !== undefined) return known;
    const scope = this.#openScope(directory);
    if (this.#scopes.size >= MAX_CACHED_SCOPES) this.#scopes.clear();
    this.#scopes.set(directory, scope);
    return scope;
  }

  #openScope(directory: RelPath): RuleScope {
    const onDisk = this.#map.ruleFiles.get(directory);
    const ruleFile = onDisk === undefined ? this.#base.absentRules.get(directory) : onDisk.file;
    if (directory === '') return RuleScope.ofRoot(this.#base, ruleFile);
    const parent = this.scopeOf(parentOf(directory));
    return parent.enter(nameOf(directory), ruleFile, this.#map.repositories.get(directory));
  }
}
