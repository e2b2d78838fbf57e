import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { TrackedFiles } from './git-facts.js';
import { mayHoldRules } from './may-hold-rules.js';
import type { AskGitOptions } from './read-ground.js';
import { readTracked, type TrackedReading } from './read-tracked.js';

/** A repository, and the rules in force in it as they are known. */
export interface TrackedQuestion {
  /** Where it starts, seen from the root; `''` is the one that the root is in. */
  readonly path: RelPath;
  readonly directory: AbsPath;
  readonly gitDirectory: string;
  /** The texts of the rule files that are not in the tree. */
  readonly excludes: readonly string[];
  /** The `.gitignore` files with rules. The same object means the same rules. */
  readonly ruleFiles: readonly { readonly changedAtMs: number }[];
}

interface Answer extends TrackedReading {
  readonly question: TrackedQuestion;
  readonly indexVersion: string;
  readonly askedAtMs: number;
}

/** An answer as it outlives the process. */
export interface KeptAnswer {
  /** That of its question. */
  readonly path: RelPath;
  readonly indexVersion: string;
  /** Units: milliseconds since 1970. */
  readonly askedAtMs: number;
  readonly tracked: readonly RelPath[];
}

export interface TrackedAnswer extends TrackedFiles {
  readonly warnings: readonly string[];
}

// One process a core or two, so that a folder of a thousand repositories leaves the machine to the person.
const MAX_PROCESSES = 4;

// A file that changed this shortly before git was asked may have changed after it: some disks count in steps of 2 s.
const CLOCK_STEP_MS = 2_000;

const NOTHING_ASKED: TrackedReading = { tracked: new Set() };

/**
 * Which tracked files of a root's repositories are matched by rules, remembered until the index of a repository or
 * its rules change. git is asked about nothing else: not where there are no rules, nor where nothing is tracked.
 */
export class TrackedAnswers {
  #answers = new Map<RelPath, Answer>();

  /** The answers that are certain. */
  get kept(): KeptAnswer[] {
    return [...this.#answers.values()].flatMap(({ question, indexVersion, askedAtMs, tracked, problem }) =>
      problem === undefined ? [{ path: question.path, indexVersion, askedAtMs, tracked: [...tracked] }] : [],
    );
  }

  /** Takes answers from before, for questions of which the rules are those that were asked about then. */
  restore(questions: readonly TrackedQuestion[], kept: readonly KeptAnswer[]): void {
    const answers = new Map(kept.map((answer) => [answer.path, answer]));
    for (const question of questions) {
      const answer = answers.get(question.path);
      if (answer === undefined) continue;
      const { indexVersion, askedAtMs, tracked } = answer;
      this.#answers.set(question.path, { question, indexVersion, askedAtMs, tracked: new Set(tracked) });
    }
  }

  /** Errors: those of `runGit`. After a cancel the answers are not to be used. */
  async ask(questions: readonly TrackedQuestion[], options: AskGitOptions): Promise<TrackedAnswer> {
    const answers: Answer[] = [];
    const waiting = questions.entries();
    const work = async (): Promise<void> => {
      for (const [index, question] of waiting) answers[index] = await this.#answer(question, options);
    };
    await Promise.all(Array.from({ length: MAX_PROCESSES }, work));
    if (options.signal?.aborted !== true) {
      this.#answers = new Map(answers.map((answer) => [answer.question.path, answer]));
    }
    const nestedTracked = new Map<RelPath, ReadonlySet<RelPath>>();
    for (const { question, tracked } of answers) {
      if (question.path !== '' && tracked.size > 0) nestedTracked.set(question.path, tracked);
    }
    const own = answers.find(({ question }) => question.path === '');
    return { tracked: own?.tracked ?? new Set(), nestedTracked, warnings: warningsOf(answers) };
  }

  async #answer(question: TrackedQuestion, options: AskGitOptions): Promise<Answer> {
    const askedAtMs = Date.now();
    const indexVersion = await versionOf(join(question.gitDirectory, 'index'));
    const known = this.#answers.get(question.path);
    if (known?.indexVersion === indexVersion && holds(known, question)) return { ...known, question };
    const needsGit = indexVersion !== '' && hasRules(question);
    const reading = needsGit ? await readTracked(question.directory, options) : NOTHING_ASKED;
    return { ...reading, question, indexVersion, askedAtMs };
  }
}

/** Whether rules are those that git answered by. One that has gone since does no harm: it matches nothing then. */
function holds(
  { question: asked, askedAtMs }: Answer,
  { excludes, ruleFiles, gitDirectory }: TrackedQuestion,
): boolean {
  const seen = new Set(asked.ruleFiles);
  return (
    asked.gitDirectory === gitDirectory &&
    asked.excludes.length === excludes.length &&
    excludes.every((text, index) => text === asked.excludes[index]) &&
    ruleFiles.every((file) => seen.has(file) || file.changedAtMs < askedAtMs - CLOCK_STEP_MS)
  );
}

function hasRules({ excludes, ruleFiles }: TrackedQuestion): boolean {
  return ruleFiles.length > 0 || excludes.some(mayHoldRules);
}

/** Changes whenever the file is written or replaced. Shape: `''` when there is none. */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return '';
  }
}

function warningsOf(answers: readonly Answer[]): string[] {
  const failed = answers.flatMap(({ question, problem }) =>
    problem === undefined ? [] : [{ path: question.path, problem }],
  );
  const [first] = failed;
  if (first === undefined) return [];
  const others = failed.length > 1 ? ` (and of ${failed.length - 1} other repositories)` : '';
  const where = first.path === '' ? '' : ` of ${first.path}`;
  return [`git did not list the tracked files${where}${others}: ${first.problem}`];
}
