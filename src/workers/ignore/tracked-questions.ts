import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { GitContext } from './git-facts.js';
import type { NestedRules } from './nested-rules.js';
import { mayHoldRules } from './may-hold-rules.js';
import type { TrackedQuestion } from './tracked-answers.js';

interface RuleFileState {
  readonly changedAtMs: number;
  readonly text: string;
}

const ROOT = '' as RelPath;

/** What there is to ask of the repositories of a root: its own, and those below it. */
export function trackedQuestions(
  root: AbsPath,
  context: GitContext,
  repositories: ReadonlyMap<RelPath, NestedRules>,
  files: ReadonlyMap<RelPath, RuleFileState>,
): TrackedQuestion[] {
  const filesOf = new Map<RelPath, RuleFileState[]>();
  for (const [directory, state] of files) {
    if (!mayHoldRules(state.text)) continue;
    const repository = repositoryOf(directory, repositories);
    const known = filesOf.get(repository);
    if (known === undefined) filesOf.set(repository, [state]);
    else known.push(state);
  }
  const questionOf = (path: RelPath, gitDirectory: string, excludes: readonly string[]): TrackedQuestion => ({
    path,
    directory: (path === ROOT ? root : `${root}/${path}`) as AbsPath,
    gitDirectory,
    excludes,
    ruleFiles: filesOf.get(path) ?? [],
  });

  const { repository, infoExclude, globalExcludes, outerRuleFiles } = context;
  const questions: TrackedQuestion[] = [];
  if (repository !== null) {
    const excludes = [infoExclude ?? '', globalExcludes ?? '', ...outerRuleFiles.map(({ text }) => text)];
    questions.push(questionOf(ROOT, repository.gitDirectory, excludes));
  }
  for (const [path, { place, excludeText }] of repositories) {
    if (place === 'unreadable') continue;
    questions.push(questionOf(path, place.gitDirectory, [excludeText, globalExcludes ?? '']));
  }
  return questions;
}

/** The nearest repository that a directory is in. */
function repositoryOf(directory: RelPath, repositories: ReadonlyMap<RelPath, unknown>): RelPath {
  for (
    let path = directory;
    path !== ROOT;
    path = path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath
  ) {
    if (repositories.has(path)) return path;
  }
  return ROOT;
}
