import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { TrackedFiles } from './git-facts.js';
import { mayHoldRules } from './may-hold-rules.js';
import type { AskGitOptions } from './read-git-context.js';
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
  /** Whether it was git that answered. */
  readonly isGits: boolean;
  /** Whether more rule files may have been there than the question names. */
  readonly isEarly: boolean;
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

export interface AskTrackedOptions extends AskGitOptions {
  /** Whether rule files are still looked for: git has read those that are found after it was asked. Default: no. */
  readonly isEarly?: boolean;
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

  /** Those of git, where they are certain. */
  get kept(): KeptAnswer[] {
    return [...this.#answers.values()]
      .filter(({ isGits, isEarly, problem }) => isGits && !isEarly && problem === undefined)
      .map(({ question: { path }, indexVersion, askedAtMs, tracked }) => {
        return { path, indexVersion, askedAtMs, tracked: [...tracked] };
      });
  }

  /** Takes answers from before, for questions of which the rules are those that were asked about then. */
  restore(questions: readonly TrackedQuestion[], kept: readonly KeptAnswer[]): void {
    const answers = new Map(kept.map((answer) => [answer.path, answer]));
    for (const question of questions) {
      const answer = answers.get(question.path);
      if (answer === undefined) continue;
      const { path, tracked, ...known } = answer;
      this.#answers.set(path, {
        ...known,
        question,
        tracked: new Set(tracked),
        isGits: true,
        isEarly: false,
      });
    }
  }

  /** Errors: those of `runGit`. After a cancel the answers are not to be used. */
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
    const nestedTracked = new Map<RelPath, ReadonlySet<RelPath>>();
    for (const { question, tracked } of answers) {
      if (question.path !== '' && tracked.size > 0) nestedTracked.set(question.path, tracked);
    }
    const own = answers.find(({ question }) => question.path === '');
    return { tracked: own?.tracked ?? new Set(), nestedTracked, warnings: warningsOf(answers) };
  }

  async #answer(
    question: TrackedQuestion,
    { isEarly = false, ...options }: AskTrackedOptions,
  ): Promise<Answer> {
    const askedAtMs = Date.now();
    const indexVersion = await versionOf(join(question.gitDirectory, 'index'));
    const known = this.#answers.get(question.path);
    if (known?.indexVersion === indexVersion && holds(known, question)) {
      return { ...known, question, isEarly: known.isEarly && isEarly };
    }
    // The root's own has rules as a rule: to find them first would keep who waits for git waiting.
    const mayHaveRules = hasRules(question) || (isEarly && question.path === '');
    const isGits = indexVersion !== '' && mayHaveRules;
    const reading = isGits ? await readTracked(question.directory, options) : NOTHING_ASKED;
    return { ...reading, question, indexVersion, askedAtMs, isGits, isEarly };
  }
}

/** Whether an answer is what git would say now. */
function holds(known: Answer, question: TrackedQuestion): boolean {
  if (!known.isGits) return known.indexVersion === '' || !hasRules(question);
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
