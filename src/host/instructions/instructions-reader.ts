import type { SkillSummary } from '../../actors/protocol/instructions/skill-summary.js';
import type { FoundRules, RulesFolder } from './read-rules.js';

/** Where a turn gets instructions from. */
export interface InstructionsReader {
  /** The folders whose rules are about the whole workspace: the roots, and the person's own. */
  readonly everywhere: readonly RulesFolder[];
  /** The folder of that path in the workspace. `undefined`: it lies elsewhere, or has no folder. */
  locate(path: string): Promise<{ readonly below: string; folder(way: string): RulesFolder } | undefined>;
  /** The rules of a folder. Problems are said once. Errors: the signal's reason. */
  read(
    folder: RulesFolder,
    onProblem: (problem: string) => void,
    signal: AbortSignal,
  ): Promise<readonly FoundRules[]>;
  /** The skills, with problems said once. Errors: the signal's reason. */
  listSkills(onProblem: (problem: string) => void, signal: AbortSignal): Promise<readonly SkillSummary[]>;
}
