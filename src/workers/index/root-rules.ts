import type { RelPath, RootConfig } from '../../actors/protocol/workspace.js';
import { type GitFacts, NO_GIT, readGitFacts } from '../ignore/git-facts.js';
import type { RuleFile } from '../ignore/rule-file.js';
import { Rules } from '../ignore/rules.js';
import { absolutePath } from '../scan/absolute-path.js';
import { readRuleFile, type RuleFileReading } from '../scan/read-rule-file.js';
import type { ScanPart } from '../scan/scan-part.js';
import { isWithin } from './is-within.js';

/** The rules of one root as they stand, and what they were made from. `current` is replaced in one step. */
export class RootRules {
  readonly #config: RootConfig;
  #git: GitFacts = NO_GIT;
  #files = new Map<RelPath, RuleFileReading>();
  #repositories = new Set<RelPath>();
  #ignored: ReadonlySet<RelPath> = new Set();
  #ignoredNames: ReadonlyMap<RelPath, readonly string[]> | undefined;
  #current: Rules;

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig) {
    this.#config = config;
    this.#current = this.#compile();
  }

  get current(): Rules {
    return this.#current;
  }

  get git(): GitFacts {
    return this.#git;
  }

  /** The directories that rules left out, as the last scans met them. */
  get ignored(): ReadonlySet<RelPath> {
    return this.#ignored;
  }

  /** The names of the directories that rules left out of one. */
  ignoredIn(directory: RelPath): readonly string[] {
    this.#ignoredNames ??= namesByParent(this.#ignored);
    return this.#ignoredNames.get(directory) ?? [];
  }

  /** Asks git anew. Whether it says something else than before. */
  async refreshGit(signal: AbortSignal): Promise<boolean> {
    if (!this.#config.useGitignore) return false;
    const facts = await readGitFacts(this.#config.path, { signal });
    if (signal.aborted || fingerprint(facts) === fingerprint(this.#git)) return false;
    // Compiled for the other case rule: the scan that follows reads them again.
    if (facts.ignoreCase !== this.#git.ignoreCase) this.#files = new Map();
    this.#git = facts;
    this.#current = this.#compile();
    return true;
  }

  /** Takes over the rule files that a scan of a directory met. Whether they differ from those before. */
  takeScan(parts: readonly ScanPart[], under: RelPath): boolean {
    const files = new Map(outside(this.#files, under));
    const repositories = new Set(this.#repositories);
    for (const path of this.#repositories)
      if (path !== under && isWithin(path, under)) repositories.delete(path);
    const ignored = new Set([...this.#ignored].filter((path) => !isWithin(path, under)));
    for (const part of parts) {
      for (const directory of part.ruleDirectories) {
        files.set(directory, readRuleFile(absolutePath(this.#config.path, directory), this.#git.ignoreCase));
      }
      for (const directory of part.repositories) repositories.add(directory);
      for (const directory of splitPaths(part.ignoredDirectories)) ignored.add(directory);
    }
    const hasChanged =
      files.size !== this.#files.size ||
      repositories.size !== this.#repositories.size ||
      [...files].some(([directory, { text }]) => this.#files.get(directory)?.text !== text) ||
      [...repositories].some((directory) => !this.#repositories.has(directory));
    this.#ignored = ignored;
    this.#ignoredNames = undefined;
    if (!hasChanged) return false;
    this.#files = files;
    this.#repositories = repositories;
    this.#current = this.#current.withMap(this.#map());
    return true;
  }

  #compile(): Rules {
    return Rules.compile(this.#config, { ...this.#git, ...this.#map() });
  }

  #map(): { ruleFiles: Map<RelPath, RuleFile>; repositories: ReadonlySet<RelPath> } {
    const ruleFiles = new Map<RelPath, RuleFile>();
    for (const [directory, { file }] of this.#files) if (file !== null) ruleFiles.set(directory, file);
    return { ruleFiles, repositories: this.#repositories };
  }
}

function* outside<T>(entries: ReadonlyMap<RelPath, T>, under: RelPath): Generator<[RelPath, T]> {
  for (const entry of entries) if (!isWithin(entry[0], under)) yield entry;
}

/** Joined paths as a list. Shape: `''` is none, for the root is in no such list. */
function splitPaths(joined: string): RelPath[] {
  return joined === '' ? [] : (joined.split('\0') as RelPath[]);
}

function namesByParent(paths: Iterable<RelPath>): Map<RelPath, string[]> {
  const names = new Map<RelPath, string[]>();
  for (const path of paths) {
    const slash = path.lastIndexOf('/');
    const parent = path.slice(0, Math.max(0, slash)) as RelPath;
    const known = names.get(parent) ?? [];
    known.push(path.slice(slash + 1));
    names.set(parent, known);
  }
  return names;
}

function fingerprint({ repository, tracked, ...facts }: GitFacts): string {
  return JSON.stringify([repository, [...tracked], facts]);
}
