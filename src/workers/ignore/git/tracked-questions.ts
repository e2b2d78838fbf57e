import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import type { GitContext } from './git-facts.js';
import type { NestedRules } from './nested-rules.js';
import { mayContainRules } from './may-contain-rules.js';
import { nearestRepository } from './nearest-repository.js';
import type { TrackedQuestion } from './tracked-answers.js';

interface RuleFileState {
  readonly changedAtMs: number;
  readonly text: string;
}

const ROOT = '' as RelPath;

/** The questions to ask about the repositories of a root: its own, and those below it. */
export function trackedQuestions(
  root: AbsPath,
  context: GitContext,
  repositories: ReadonlyMap<RelPath, NestedRules>,
  files: ReadonlyMap<RelPath, RuleFileState>,
): TrackedQuestion[] {
  // A directory whose `.git` is invalid belongs to the repository around it.
  const isRepository = (path: RelPath): boolean => (repositories.get(path)?.place ?? null) !== null;
  const filesOf = new Map<RelPath, RuleFileState[]>();
  for (const [directory, state] of files) {
    if (!mayContainRules(state.text)) continue;
    const repository = nearestRepository(directory, isRepository);
    const known = filesOf.get(repository);
    if (known === undefined) filesOf.set(repository, [state]);
    else known.push(state);
  }
  const { repository, prefix, infoExclude, globalExcludes, nestedExcludes, outerRuleFiles } = context;
  const questionOf = (path: RelPath, gitDirectory: string, excludes: readonly string[]): TrackedQuestion => ({
    path,
    prefix: path === ROOT ? prefix : '',
    directory: (path === ROOT ? root : `${root}/${path}`) as AbsPath,
    gitDirectory,
    excludes,
    ruleFiles: filesOf.get(path) ?? [],
  });

  const questions: TrackedQuestion[] = [];
  if (repository !== null) {
    const excludes = [infoExclude ?? '', globalExcludes ?? '', ...outerRuleFiles.map(({ text }) => text)];
    questions.push(questionOf(ROOT, repository.gitDirectory, excludes));
  }
  for (const [path, { place, excludeText }] of repositories) {
    if (place === null || place === 'unreadable') continue;
    questions.push(questionOf(path, place.gitDirectory, [excludeText, nestedExcludes ?? '']));
  }
  return questions;
}
