import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { isWithin, isWithinAny, joinPath, parentOf } from '../../../actors/protocol/rel-path.js';
import {
  type GitFacts,
  type GitContext,
  NO_GIT_CONTEXT,
  NONE_TRACKED,
  type TrackedFiles,
} from '../../ignore/git/git-facts.js';
import {
  compileNested,
  isOtherNested,
  type NestedReading,
  type NestedRules,
  readNested,
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
import { readRuleFile, type RuleFileReading, rulesRead } from '../../walk/read-rule-file.js';
import type { MetRepository, ReadRules, ScanPart } from '../../parts/scan-part.js';
import { IgnoredTree } from './ignored-tree.js';
import type { SavedRules } from './saved-rules.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';
import { compareTracked, NOTHING_CHANGED, type TrackedChange } from './compare-tracked.js';

// Directories that are looked up in a millisecond.
const IGNORED_STEP = 512;

/** What a scan says of rules. */
export type ScannedRules = Pick<ScanPart, 'ruleFiles' | 'repositories' | 'ignoredDirectories'>;

/** What a scan has come to for the rules. */
export interface TakenRules {
  /** Whether they are others than before. */
  readonly isOther: boolean;
  /** Directories that were judged by one text of a rule file here and by another one there: to be scanned once more. */
  readonly unsure: readonly RelPath[];
}

/** The rules of one root as they stand, and what they were made from. `current` is replaced in one step. */
export class RootRules {
  readonly #config: RootConfig;
  readonly #answers = new TrackedAnswers();
  #asking: Promise<unknown> = Promise.resolve();
  #context: GitContext = NO_GIT_CONTEXT;
  #tracked: TrackedFiles = NONE_TRACKED;
  #trackedWarnings: readonly string[] = [];
  #files: ReadonlyMap<RelPath, RuleFileReading> = new Map();
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

  /** What git says of the root, and what stood in the way of asking it. */
  get git(): GitFacts {
    const excludes = [...this.#repositories].flatMap(([path, { problem }]) =>
      problem === undefined ? [] : [`The info/exclude of ${path} was not read: ${problem}`],
    );
    const warnings = [...this.#context.warnings, ...excludes, ...this.#trackedWarnings];
    return { ...this.#context, ...this.#tracked, warnings };
  }

  /** The repositories below the root. It is replaced when it changes. */
  get repositories(): ReadonlyMap<RelPath, NestedRules> {
    return this.#repositories;
  }

  /** The directories that rules left out, as the last scans met them. */
  get ignored(): ReadonlySet<RelPath> {
    return this.#ignored;
  }

  /** The same by where they are. Cost: 0.5 us each, the first time after they changed. */
  get ignoredTree(): IgnoredTree {
    return (this.#ignoredTree ??= IgnoredTree.of(this.#ignored));
  }

  /**
   * Reads anew what a walk has to know of git. Whether it is something else than before: then every scan is stale.
   * Cost: see `readGitContext`.
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
    // Compiled for the other case rule: the scan that follows reads them again.
    if (context.ignoreCase !== this.#context.ignoreCase) this.#files = new Map();
    this.#context = context;
    this.#current = this.#compile();
    return true;
  }

  /** By what these rules are known again, and where they are. */
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
   * Reads the rules anew where they were, after `refreshGitContext`. Whether they are still those that were saved; if they
   * are not, everything is to be scanned.
   */
  *restore({ fingerprint, answers, ignoredDirectories, ...places }: SavedRules): Cooperative<boolean> {
    const ruleFiles: ReadRules[] = [];
    for (const directory of places.ruleDirectories) {
      const { wasRead, text, changedAtMs } = this.#readFile(directory);
      if (wasRead) ruleFiles.push({ directory, text, changedAtMs });
      yield;
    }
    const repositories: MetRepository[] = [];
    for (const directory of places.repositories) {
      const read = this.#readNested(directory);
      if (read !== null) repositories.push({ directory, read });
      yield;
    }
    const part = { ruleFiles, repositories, ignoredDirectories: ignoredDirectories.join('\0') };
    this.takeScan([part], '' as RelPath);
    if (this.#fingerprint() !== fingerprint) return false;
    this.#answers.restore(this.#questions(), answers);
    this.#tracked = trackedFilesOf(answers);
    this.#current = this.#compile();
    return true;
  }

  /** Starts to ask git about tracked files while a scan runs, so that `refreshTracked` has less to wait for. */
  askTracked(signal: AbortSignal): void {
    // `refreshTracked` asks again, and tells what went wrong.
    this.#ask({ signal, isEarly: true }).catch(() => undefined);
  }

  /**
   * Asks git what the indexes of repositories say, and which tracked files the rules match, in each repository whose
   * index or rules have changed.
   * Cost: a `stat` for each repository, and a process for each that changed, a few at a time.
   */
  async refreshTracked(signal: AbortSignal): Promise<TrackedChange> {
    const answer = await this.#ask({ signal });
    if (signal.aborted) return NOTHING_CHANGED;
    const { warnings, ...tracked } = answer;
    this.#trackedWarnings = warnings;
    const { shown, hidden, scans } = compareTracked(this.#tracked, tracked);
    if (shown.length === 0 && hidden.length === 0 && scans.length === 0) return NOTHING_CHANGED;
    // A directory comes into sight whether or not what git tracks in it is there.
    const outermost = new Set(shown.map((path) => this.#outermostHidden(path)));
    this.#tracked = tracked;
    this.#current = this.#compile();
    return { looks: [...outermost, ...new Set(hidden.map((path) => this.#outermostHidden(path)))], scans };
  }

  /**
   * Takes over the rules that a scan of a directory went by. What was written meanwhile is not among them: it is told
   * by a watch, or found by the comparison that follows when there is one.
   */
  takeScan(parts: readonly ScannedRules[], under: RelPath): TakenRules {
    const { ignoreCase } = this.#context;
    const files = new Map(outside(this.#files, under));
    const repositories = new Map(outside(this.#repositories, under));
    const ignored = [...this.#ignored].filter((directory) => !isWithin(directory, under));
    const unsure = new Set<RelPath>();
    for (const part of parts) {
      for (const { directory, ...read } of part.ruleFiles) {
        const met = files.get(directory);
        const known = this.#files.get(directory);
        if (met !== undefined && met.text !== read.text) unsure.add(directory);
        else if (known?.text === read.text) files.set(directory, known);
        else files.set(directory, rulesRead(read, ignoreCase));
      }
      for (const { directory, read } of part.repositories) {
        const met = repositories.get(directory);
        const known = this.#repositories.get(directory);
        if (met !== undefined && isOtherNested(met, read)) unsure.add(directory);
        else if (known !== undefined && !isOtherNested(known, read)) repositories.set(directory, known);
        else repositories.set(directory, compileNested(read, ignoreCase));
      }
      for (const directory of splitPaths(part.ignoredDirectories)) ignored.push(directory);
    }
    this.#setIgnored(ignored);
    const taken = { unsure: [...unsure] };
    if (isSameMap(files, this.#files) && isSameMap(repositories, this.#repositories)) {
      return { ...taken, isOther: false };
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
    return { ...taken, isOther: true };
  }

  /** What is known of rules at and below some directories, as a scan would say it. */
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

  /** Whether a directory holds what makes rules where it did when they were read: a rule file, a repository. */
  agreeWith(
    directory: RelPath,
    { hasRuleFile, isRepository }: { readonly hasRuleFile: boolean; readonly isRepository: boolean },
  ): boolean {
    const hadRepository = directory === '' ? isRepository : this.#repositories.has(directory);
    return this.#files.has(directory) === hasRuleFile && hadRepository === isRepository;
  }

  /** The directories at or below some in which other rules are written than those that are known. */
  *staleIn(directories: readonly RelPath[]): Cooperative<RelPath[]> {
    const under = new Set(directories);
    const stale: RelPath[] = [];
    for (const [directory, known] of this.#files) {
      if (!isWithinAny(directory, under)) continue;
      if (this.#readFile(directory) !== known) stale.push(directory);
      yield;
    }
    for (const [directory, known] of this.#repositories) {
      if (!isWithinAny(directory, under)) continue;
      if (isOtherNested(known, this.#readNested(directory))) stale.push(directory);
      yield;
    }
    return stale;
  }

  /**
   * Takes over the names of the directories that rules leave out of some that were listed.
   * Cost: 0.1 us for each directory that is left out anywhere.
   */
  takeIgnored(listed: ReadonlyMap<RelPath, readonly string[]>): void {
    const others = [...this.#ignored].filter((path) => !listed.has(parentOf(path)));
    const listedNow = [...listed].flatMap(([directory, names]) =>
      names.map((name) => joinPath(directory, name)),
    );
    const isSame =
      others.length + listedNow.length === this.#ignored.size &&
      listedNow.every((path) => this.#ignored.has(path));
    if (!isSame) this.#setIgnored([...others, ...listedNow]);
  }

  /** Forgets what rules leave out of directories that are gone; nothing, if others leave out something else meanwhile. */
  *dropIgnored(isThere: (directory: RelPath) => boolean): Cooperative<void> {
    const before = this.#ignored;
    const all = [...before];
    const kept: RelPath[] = [];
    yield* inSlices(
      all.length,
      (from, to) => {
        for (let at = from; at < to; at++) if (isThere(parentOf(all[at]!))) kept.push(all[at]!);
      },
      IGNORED_STEP,
    );
    if (this.#ignored === before && kept.length < before.size) this.#setIgnored(kept);
  }

  /** The `.gitignore` of a directory, as it is now. Errors: see `readRuleFile`. */
  #readFile(directory: RelPath): RuleFileReading {
    const known = this.#files.get(directory);
    return readRuleFile(absolutePath(this.#config.path, directory), this.#context.ignoreCase, known);
  }

  #readNested(directory: RelPath): NestedReading | null {
    return readNested(absolutePath(this.#config.path, directory), this.#context.ignoreCase);
  }

  #setIgnored(directories: Iterable<RelPath>): void {
    this.#ignored = new Set(directories);
    this.#ignoredTree = undefined;
  }

  /** One question after the other: the second finds most answers of the first. */
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

  /** Of all that decides, tracked files aside. */
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

  /** The path itself, or the outermost directory above it that is not visible any more. */
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

/** Without what decides only where to watch. */
function withoutSources(context: GitContext): Omit<GitContext, 'sourceFiles'> {
  const { sourceFiles: _, ...facts } = context;
  return facts;
}

function isSameMap<T>(a: ReadonlyMap<RelPath, T>, b: ReadonlyMap<RelPath, T>): boolean {
  return a.size === b.size && [...a].every(([path, value]) => b.get(path) === value);
}

/** Joined paths as a list. Shape: `''` is none, for the root is in no such list. */
function splitPaths(joined: string): RelPath[] {
  return joined === '' ? [] : (joined.split('\0') as RelPath[]);
}
