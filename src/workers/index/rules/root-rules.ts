import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { isWithin, isWithinAny, joinPath, parentOf } from '../../../actors/protocol/rel-path.js';
import {
  type GitFacts,
  type GitContext,
  NO_GIT_CONTEXT,
  NO_TRACKED_FILES,
  type TrackedFiles,
} from '../../ignore/git/git-facts.js';
import {
  compileNestedRules,
  hasNestedChanged,
  type NestedRepository,
  type NestedRules,
  readNestedRepository,
} from '../../ignore/git/nested-rules.js';
import { readGitContext } from '../../ignore/git/read-git-context.js';
import { type RuleMap, Rules } from '../../ignore/rules.js';
import {
  type AskTrackedOptions,
  type TrackedAnswer,
  TrackedAnswers,
  trackedFilesOf,
  type TrackedQuestion,
} from '../../ignore/git/tracked-answers.js';
import { trackedQuestions } from '../../ignore/git/tracked-questions.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { readRuleFile, type RuleFileContent, UncompiledRules } from '../../walk/read-rule-file.js';
import type { ScannedRepository, ScannedRuleFile, ScanPart } from '../../parts/scan-part.js';
import { IgnoredTree } from './ignored-tree.js';
import type { SavedRules } from './saved-rules.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';
import { compareTracked, NOTHING_CHANGED, type TrackedChange } from './compare-tracked.js';

// Directories looked up in a millisecond.
const IGNORED_STEP = 512;

/** The rules that a scan has read. */
type ScannedRules = Pick<ScanPart, 'ruleFiles' | 'repositories' | 'ignoredDirectories'>;

/** The result of merging a scan's rules. */
interface MergedRules {
  /** Whether they differ from the previous rules. */
  readonly hasChanged: boolean;
  /** Directories for which two threads read different rules during the scan: they must be scanned again. */
  readonly conflicting: readonly RelPath[];
}

/** The rules of one root and the files that they were compiled from. Every change replaces `current` as a whole. */
export class RootRules {
  readonly #config: RootConfig;
  readonly #answers = new TrackedAnswers();
  #asking: Promise<unknown> = Promise.resolve();
  #context: GitContext = NO_GIT_CONTEXT;
  #tracked: TrackedFiles = NO_TRACKED_FILES;
  #trackedWarnings: readonly string[] = [];
  #files: ReadonlyMap<RelPath, RuleFileContent> = new Map();
  #repositories: ReadonlyMap<RelPath, NestedRules> = new Map();
  #ignored: ReadonlySet<RelPath> = new Set();
  #ignoredTree: IgnoredTree | undefined;
  #current: Rules;

  /** Errors: `PatternSyntaxError`. */
  constructor(config: RootConfig) {
    this.#config = config;
    this.#current = this.#compile();
  }

  get current(): Rules {
    return this.#current;
  }

  /** What git says about the root, and the problems of reading it. */
  get git(): GitFacts {
    const excludes = [...this.#repositories].flatMap(([path, { problem }]) =>
      problem === undefined ? [] : [`The info/exclude of ${path} was not read: ${problem}`],
    );
    const warnings = [...this.#context.warnings, ...excludes, ...this.#trackedWarnings];
    return { ...this.#context, ...this.#tracked, warnings };
  }

  /** The repositories below the root. Every change creates a new map. */
  get repositories(): ReadonlyMap<RelPath, NestedRules> {
    return this.#repositories;
  }

  /** The ignored directories that the last scans found. Every change creates a new set. */
  get ignored(): ReadonlySet<RelPath> {
    return this.#ignored;
  }

  /** The ignored directories as a tree. Cost: 0.5 us for each, once after every change. */
  get ignoredTree(): IgnoredTree {
    return (this.#ignoredTree ??= IgnoredTree.of(this.#ignored));
  }

  /**
   * Reads git's configuration and excludes again. Resolves to whether they have changed, which makes all scans stale.
   * Cost: that of `readGitContext`.
   */
  async refreshGitContext(signal: AbortSignal): Promise<boolean> {
    if (!this.#config.useGitignore) return false;
    const context = await readGitContext(this.#config.path, { signal });
    if (signal.aborted) return false;
    const isSame = isDeepStrictEqual(withoutSources(context), withoutSources(this.#context));
    if (isSame) {
      this.#context = { ...this.#context, sourceFiles: context.sourceFiles };
      return false;
    }
    // Their rules were compiled for the other case sensitivity: the scan that follows reads them again.
    if (context.ignoreCase !== this.#context.ignoreCase) this.#files = new Map();
    this.#context = context;
    this.#current = this.#compile();
    return true;
  }

  /** The fingerprint and the places of these rules, to be saved. */
  get saved(): SavedRules {
    return {
      fingerprint: this.#fingerprint(),
      ruleDirectories: [...this.#files.keys()],
      repositories: [...this.#repositories.keys()],
      ignoredDirectories: [...this.#ignored],
      answers: this.#answers.kept,
    };
  }

  /**
   * Reads the rule files at their saved places, after `refreshGitContext`. Returns whether they are the saved rules;
   * if not, a full scan is needed.
   */
  *restore({ fingerprint, answers, ignoredDirectories, ...places }: SavedRules): Cooperative<boolean> {
    const ruleFiles: ScannedRuleFile[] = [];
    for (const directory of places.ruleDirectories) {
      const { wasRead, text, changedAtMs } = this.#readFile(directory);
      if (wasRead) ruleFiles.push({ directory, text, changedAtMs });
      yield;
    }
    const repositories: ScannedRepository[] = [];
    for (const directory of places.repositories) {
      const read = this.#readNestedRepository(directory);
      if (read !== null) repositories.push({ directory, read });
      yield;
    }
    const part = { ruleFiles, repositories, ignoredDirectories: ignoredDirectories.join('\0') };
    this.mergeScan([part], '' as RelPath);
    if (this.#fingerprint() !== fingerprint) return false;
    this.#answers.restore(this.#questions(), answers);
    this.#tracked = trackedFilesOf(answers);
    this.#current = this.#compile();
    return true;
  }

  /** Starts to ask git about tracked files while a scan runs, so that `refreshTracked` waits less. */
  askTracked(signal: AbortSignal): void {
    // `refreshTracked` asks again and reports the problem.
    this.#ask({ signal, isEarly: true }).catch(() => undefined);
  }

  /**
   * Asks git about the tracked files of each repository whose index or rules have changed, and applies the answers.
   * Cost: a `stat` for each repository, and a process for each that changed, a few at a time.
   */
  async refreshTracked(signal: AbortSignal): Promise<TrackedChange> {
    const answer = await this.#ask({ signal });
    if (signal.aborted) return NOTHING_CHANGED;
    const { warnings, ...tracked } = answer;
    this.#trackedWarnings = warnings;
    const { shown, hidden, scans } = compareTracked(this.#tracked, tracked);
    if (shown.length === 0 && hidden.length === 0 && scans.length === 0) return NOTHING_CHANGED;
    // A directory becomes visible even if its tracked files are not on the disk.
    const outermost = new Set(shown.map((path) => this.#outermostHidden(path)));
    this.#tracked = tracked;
    this.#current = this.#compile();
    return { paths: [...outermost, ...new Set(hidden.map((path) => this.#outermostHidden(path)))], scans };
  }

  /**
   * Merges the rules that a scan of a directory has read. Later changes of rule files are reported by the watcher, or
   * found by the next comparison.
   */
  mergeScan(parts: readonly ScannedRules[], under: RelPath): MergedRules {
    const { ignoreCase } = this.#context;
    const files = new Map(outside(this.#files, under));
    const repositories = new Map(outside(this.#repositories, under));
    const ignored = [...this.#ignored].filter((directory) => !isWithin(directory, under));
    const conflicting = new Set<RelPath>();
    for (const part of parts) {
      for (const { directory, ...read } of part.ruleFiles) {
        const met = files.get(directory);
        const known = this.#files.get(directory);
        if (met !== undefined && met.text !== read.text) conflicting.add(directory);
        else if (known?.text === read.text) files.set(directory, known);
        else files.set(directory, new UncompiledRules(read, ignoreCase));
      }
      for (const { directory, read } of part.repositories) {
        const met = repositories.get(directory);
        const known = this.#repositories.get(directory);
        if (met !== undefined && hasNestedChanged(met, read)) conflicting.add(directory);
        else if (known !== undefined && !hasNestedChanged(known, read)) repositories.set(directory, known);
        else repositories.set(directory, compileNestedRules(read, ignoreCase));
      }
      for (const directory of splitPaths(part.ignoredDirectories)) ignored.push(directory);
    }
    this.#setIgnored(ignored);
    const merged = { conflicting: [...conflicting] };
    if (isSameMap(files, this.#files) && isSameMap(repositories, this.#repositories)) {
      return { ...merged, hasChanged: false };
    }
    this.#files = files;
    this.#repositories = repositories;
    const { nestedTracked } = this.#tracked;
    const known = new Map([...nestedTracked].filter(([directory]) => repositories.has(directory)));
    if (known.size === nestedTracked.size) {
      this.#current = this.#current.withMap(this.#map());
    } else {
      this.#tracked = { ...this.#tracked, nestedTracked: known };
      this.#current = this.#compile();
    }
    return { ...merged, hasChanged: true };
  }

  /** The known rules at and below some directories, in the form of a scan's. */
  knownIn(directories: readonly RelPath[]): ScannedRules {
    const isIn = (path: RelPath): boolean => directories.some((directory) => isWithin(path, directory));
    return {
      ruleFiles: Array.from(this.#files, ([directory, read]) => ({ ...read, directory })).filter(
        ({ directory }) => isIn(directory),
      ),
      repositories: Array.from(this.#repositories, ([directory, read]) => ({ directory, read })).filter(
        ({ directory }) => isIn(directory),
      ),
      ignoredDirectories: [...this.#ignored].filter(isIn).join('\0'),
    };
  }

  /** Whether the known rules agree with a directory's listing about its rule file and whether it is a repository. */
  agreesWith(
    directory: RelPath,
    { hasRuleFile, isRepository }: { readonly hasRuleFile: boolean; readonly isRepository: boolean },
  ): boolean {
    const hadRepository = directory === '' ? isRepository : this.#repositories.has(directory);
    return this.#files.has(directory) === hasRuleFile && hadRepository === isRepository;
  }

  /** The directories at or below the given ones whose rules differ on the disk from the known ones. */
  *findStale(directories: readonly RelPath[]): Cooperative<RelPath[]> {
    const under = new Set(directories);
    const stale: RelPath[] = [];
    for (const [directory, known] of this.#files) {
      if (!isWithinAny(directory, under)) continue;
      if (this.#readFile(directory) !== known) stale.push(directory);
      yield;
    }
    for (const [directory, known] of this.#repositories) {
      if (!isWithinAny(directory, under)) continue;
      if (hasNestedChanged(known, this.#readNestedRepository(directory))) stale.push(directory);
      yield;
    }
    return stale;
  }

  /**
   * Replaces the ignored directories in some listed directories.
   * Cost: 0.1 us for each ignored directory anywhere.
   */
  replaceIgnored(listed: ReadonlyMap<RelPath, readonly string[]>): void {
    const others = [...this.#ignored].filter((path) => !listed.has(parentOf(path)));
    const listedNow = [...listed].flatMap(([directory, names]) =>
      names.map((name) => joinPath(directory, name)),
    );
    const isSame =
      others.length + listedNow.length === this.#ignored.size &&
      listedNow.every((path) => this.#ignored.has(path));
    if (!isSame) this.#setIgnored([...others, ...listedNow]);
  }

  /** Forgets the ignored directories in directories that no longer exist. */
  *dropIgnored(isThere: (directory: RelPath) => boolean): Cooperative<void> {
    const all = [...this.#ignored];
    const gone = new Set<RelPath>();
    yield* inSlices(
      all.length,
      (from, to) => {
        for (let at = from; at < to; at++) if (!isThere(parentOf(all[at]!))) gone.add(all[at]!);
      },
      IGNORED_STEP,
    );
    if (gone.size === 0) return;
    // Looked up again, because a directory may have come back, and been listed, while the generator was suspended.
    const kept = [...this.#ignored].filter((path) => !gone.has(path) || isThere(parentOf(path)));
    if (kept.length < this.#ignored.size) this.#setIgnored(kept);
  }

  /** The current `.gitignore` of a directory. Errors: those of `readRuleFile`. */
  #readFile(directory: RelPath): RuleFileContent {
    const known = this.#files.get(directory);
    return readRuleFile(absolutePath(this.#config.path, directory), this.#context.ignoreCase, known);
  }

  #readNestedRepository(directory: RelPath): NestedRepository | null {
    return readNestedRepository(absolutePath(this.#config.path, directory), this.#context.ignoreCase);
  }

  #setIgnored(directories: Iterable<RelPath>): void {
    this.#ignored = new Set(directories);
    this.#ignoredTree = undefined;
  }

  /** Queued, so that a second call finds most answers cached by the first. */
  #ask(options: AskTrackedOptions): Promise<TrackedAnswer> {
    const answer = this.#asking.then(() => {
      return this.#answers.ask(this.#questions(), options);
    });
    this.#asking = answer.catch(() => undefined);
    return answer;
  }

  #questions(): TrackedQuestion[] {
    if (!this.#config.useGitignore) return [];
    return trackedQuestions(this.#config.path, this.#context, this.#repositories, this.#files);
  }

  /** Covers everything that decides, except tracked files. */
  #fingerprint(): string {
    const byPath = (one: readonly [string, ...unknown[]], other: readonly [string, ...unknown[]]): number =>
      one[0] < other[0] ? -1 : 1;
    const files = Array.from(this.#files, ([path, { text, problem }]) => [path, text, problem] as const);
    const repositories = Array.from(
      this.#repositories,
      ([path, { place, excludeText, problem }]) => [path, place, excludeText, problem] as const,
    );
    const { warnings: _, ...context } = withoutSources(this.#context);
    const all = [context, files.sort(byPath), repositories.sort(byPath)];
    return createHash('sha256').update(JSON.stringify(all)).digest('base64');
  }

  /** The path itself, or the outermost directory above it that is not visible. */
  #outermostHidden(path: RelPath): RelPath {
    for (let end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
      const directory = path.slice(0, end) as RelPath;
      if (!this.#current.decide(directory, true).indexed) return directory;
    }
    return path;
  }

  #compile(): Rules {
    return Rules.compile(this.#config, { ...this.#context, ...this.#tracked }, this.#map());
  }

  #map(): RuleMap {
    return { ruleFiles: this.#files, repositories: this.#repositories };
  }
}

function* outside<T>(entries: ReadonlyMap<RelPath, T>, under: RelPath): Generator<[RelPath, T]> {
  for (const entry of entries) if (!isWithin(entry[0], under)) yield entry;
}

/** The context without `sourceFiles`, which decide only what to watch. */
function withoutSources(context: GitContext): Omit<GitContext, 'sourceFiles'> {
  const { sourceFiles: _, ...facts } = context;
  return facts;
}

function isSameMap<T>(a: ReadonlyMap<RelPath, T>, b: ReadonlyMap<RelPath, T>): boolean {
  return a.size === b.size && [...a].every(([path, value]) => b.get(path) === value);
}

/** Splits a list of joined paths. Shape: `''` is the empty list, because the root is never in one. */
function splitPaths(joined: string): RelPath[] {
  return joined === '' ? [] : (joined.split('\0') as RelPath[]);
}
