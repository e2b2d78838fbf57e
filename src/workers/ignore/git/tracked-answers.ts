import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { joinPath, parentOf } from '../../../actors/protocol/rel-path.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { OuterRuleFile, TrackedFiles } from './git-facts.js';
import { mayContainRules } from './may-contain-rules.js';
import { nearestRepository } from './nearest-repository.js';
import type { AskGitOptions } from './read-git-context.js';
import {
  type RepositoryDirectory,
  type IndexFacts,
  NO_INDEX_FACTS,
  readIndexFacts,
} from './read-index-facts.js';
import { readTracked, type TrackedFilesReading } from './read-tracked.js';

/** A repository whose tracked files are to be read, with the rules known to be in force in it. */
export interface TrackedQuestion extends RepositoryDirectory {
  /** The directory of the repository relative to the root; `''` is the repository that the root is in. */
  readonly path: RelPath;
  /** The texts of the rules outside the tree: `info/exclude` and the excludes file. */
  readonly excludes: readonly string[];
  /** The `.gitignore` files with rules. An unchanged rule file is the same object. */
  readonly ruleFiles: readonly { readonly changedAtMs: number }[];
}

interface Answer extends TrackedFilesReading {
  readonly question: TrackedQuestion;
  readonly indexVersion: string;
  /** The part that does not depend on the rules. */
  readonly facts: IndexFacts;
  readonly askedAtMs: number;
  /** Whether git itself listed the tracked files that rules match. */
  readonly isFromGit: boolean;
  /** Whether there may have been more rule files than the question names. */
  readonly isEarly: boolean;
}

/** An answer in the form that is saved. */
export interface SavedAnswer {
  /** The `path` of its question. */
  readonly path: RelPath;
  readonly indexVersion: string;
  /** When git was asked. Units: milliseconds since 1970. */
  readonly askedAtMs: number;
  readonly tracked: readonly RelPath[];
  readonly facts: IndexFacts;
}

export interface AskTrackedOptions extends AskGitOptions {
  /** Whether the walk may still find more rule files: git has already read those. Default: false. */
  readonly isEarly?: boolean;
}

export interface TrackedAnswer extends TrackedFiles {
  readonly warnings: readonly string[];
}

// One process for each core or two, so that a folder of a thousand repositories does not load the whole machine.
const MAX_PROCESSES = 4;

// A file changed this shortly before git ran may have changed after it: some file systems count in steps of 2 s.
const CLOCK_STEP_MS = 2_000;

const NOTHING_ASKED: TrackedFilesReading = { tracked: new Set() };

/**
 * The facts from the indexes of a root's repositories, and their tracked files that rules match, cached until an
 * index or the rules change. git lists tracked files only where there are rules and the index is not empty.
 */
export class TrackedAnswers {
  #answers = new Map<RelPath, Answer>();

  /** The answers of git that are certain enough to be saved. */
  get kept(): SavedAnswer[] {
    return [...this.#answers.values()]
      .filter(({ indexVersion, isEarly, problem, facts }) => {
        return indexVersion !== '' && !isEarly && problem === undefined && facts.problem === undefined;
      })
      .map(({ question: { path }, indexVersion, askedAtMs, tracked, facts }) => {
        return { path, indexVersion, askedAtMs, tracked: [...tracked], facts };
      });
  }

  /** Loads saved answers for those questions whose rules have not changed since. */
  restore(questions: readonly TrackedQuestion[], kept: readonly SavedAnswer[]): void {
    const answers = new Map(kept.map((answer) => [answer.path, answer]));
    for (const question of questions) {
      const answer = answers.get(question.path);
      if (answer === undefined) continue;
      const { path, tracked, ...known } = answer;
      this.#answers.set(path, {
        ...known,
        question,
        tracked: new Set(tracked),
        isFromGit: true,
        isEarly: false,
      });
    }
  }

  /** The answers to all questions, cached or from git; invalid after a cancel. Errors: those of `runGit`. */
  async ask(questions: readonly TrackedQuestion[], options: AskTrackedOptions): Promise<TrackedAnswer> {
    const answers: Answer[] = [];
    const waiting = questions.entries();
    const work = async (): Promise<void> => {
      for (const [index, question] of waiting) answers[index] = await this.#answer(question, options);
    };
    await Promise.all(Array.from({ length: MAX_PROCESSES }, work));
    if (options.signal?.aborted !== true) {
      this.#answers = new Map(answers.map((answer) => [answer.question.path, answer]));
    }
    const all = answers.map(({ question: { path }, tracked, facts }) => ({ path, tracked, facts }));
    return { ...trackedFilesOf(all), warnings: warningsOf(answers) };
  }

  async #answer(
    question: TrackedQuestion,
    { isEarly = false, ...options }: AskTrackedOptions,
  ): Promise<Answer> {
    const askedAtMs = Date.now();
    const indexVersion = await versionOf(join(question.gitDirectory, 'index'));
    const known = this.#answers.get(question.path);
    const isSameIndex = known?.indexVersion === indexVersion;
    if (isSameIndex && holds(known, question)) {
      return { ...known, question, isEarly: known.isEarly && isEarly };
    }
    const isThere = indexVersion !== '';
    const askFacts = async (): Promise<IndexFacts> =>
      isThere ? readIndexFacts(question, options) : NO_INDEX_FACTS;
    const facts = isSameIndex ? known.facts : await askFacts();
    const isRuled = hasRules(question) || facts.absentRules.some(([, text]) => mayContainRules(text));
    // The root's own repository usually has rules, and waiting for the walk to find them would delay git's answer.
    const isFromGit = isThere && (isRuled || (isEarly && question.path === ''));
    const tracked = isFromGit ? await readTracked(question.directory, options) : NOTHING_ASKED;
    return { ...tracked, question, indexVersion, facts, askedAtMs, isFromGit, isEarly };
  }
}

/** Merges the answers of all repositories into the tracked files of the root. */
export function trackedFilesOf(
  answers: readonly (Pick<Answer, 'facts'> & {
    readonly path: RelPath;
    readonly tracked: Iterable<RelPath>;
  })[],
): TrackedFiles {
  let tracked: ReadonlySet<RelPath> = new Set();
  let outerAbsentRules: readonly OuterRuleFile[] = [];
  const nestedTracked = new Map<RelPath, ReadonlySet<RelPath>>();
  const submodules = new Set<RelPath>();
  const absentRules = new Map<RelPath, string>();
  // What one repository tracks inside another repository follows the inner one's rules.
  const asked = new Set(answers.map(({ path }) => path));
  const isAsked = (path: RelPath): boolean => asked.has(path);
  for (const { path, facts, ...answer } of answers) {
    const files = new Set(answer.tracked);
    if (path === '') {
      tracked = files;
      ({ outerAbsentRules } = facts);
    } else if (files.size > 0) nestedTracked.set(path, files);
    for (const inside of facts.submodules) {
      const submodule = joinPath(path, inside);
      if (nearestRepository(parentOf(submodule), isAsked) === path) submodules.add(submodule);
    }
    for (const [inside, text] of facts.absentRules) {
      const directory = joinPath(path, inside);
      if (nearestRepository(directory, isAsked) === path) absentRules.set(directory, text);
    }
  }
  return { tracked, nestedTracked, submodules, absentRules, outerAbsentRules };
}

/** Whether a cached answer is still valid. */
function holds(known: Answer, question: TrackedQuestion): boolean {
  if (!known.isFromGit) return known.indexVersion === '' || !hasRules(question);
  const { gitDirectory, excludes, ruleFiles } = known.question;
  const asked = new Set(ruleFiles);
  const all = new Set(question.ruleFiles);
  const latestMs = known.isEarly ? known.askedAtMs - CLOCK_STEP_MS : Number.NEGATIVE_INFINITY;
  return (
    gitDirectory === question.gitDirectory &&
    excludes.length === question.excludes.length &&
    excludes.every((text, index) => text === question.excludes[index]) &&
    ruleFiles.every((file) => all.has(file)) &&
    question.ruleFiles.every((file) => asked.has(file) || file.changedAtMs < latestMs)
  );
}

function hasRules({ excludes, ruleFiles }: TrackedQuestion): boolean {
  return ruleFiles.length > 0 || excludes.some(mayContainRules);
}

/** A value that changes whenever the file is written or replaced. Shape: `''` when there is none. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return '';
  }
}

function warningsOf(answers: readonly Answer[]): string[] {
  const tracked = answers.map(({ question, problem }) => ({ question, problem }));
  const facts = answers.map(({ question, facts: { problem } }) => ({ question, problem }));
  return [
    ...warningOf('git did not list the tracked files', tracked),
    ...warningOf('git did not read all of the index', facts),
  ];
}

/** One sentence for all repositories that have the same problem; none when there is no problem. */
function warningOf(
  what: string,
  answers: readonly { readonly question: TrackedQuestion; readonly problem: string | undefined }[],
): string[] {
  const failed = answers.filter(({ problem }) => problem !== undefined);
  const [first] = failed;
  if (first === undefined) return [];
  const others = failed.length > 1 ? ` (and of ${failed.length - 1} other repositories)` : '';
  const where = first.question.path === '' ? '' : ` of ${first.question.path}`;
  return [`${what}${where}${others}: ${first.problem}`];
}
