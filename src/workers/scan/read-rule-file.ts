import { isStarved } from '../ignore/is-starved.js';
import { readSmallFile } from '../ignore/read-small-file.js';
import { compileRuleFile, type RuleFile } from '../ignore/rule-file.js';

/** The rules of a `.gitignore`. */
export interface RuleFileReading {
  /** What is written there; `''` when it could not be read. */
  readonly text: string;
  /** Units: milliseconds since 1970. When it last changed; 0 when it could not be read. */
  readonly changedAtMs: number;
  /** `null` when there are none. */
  readonly file: RuleFile | null;
  /** Why it could not be read, where there is one. */
  readonly problem?: string;
}

const NO_RULES: RuleFileReading = { text: '', changedAtMs: 0, file: null };

/**
 * Reads the `.gitignore` of a directory, whether or not there is one; `known` when nothing else is written there.
 * Errors: only that there are no files or memory left to read it with: its rules are not to be taken for none.
 */
export function readRuleFile(
  directory: string,
  ignoreCase: boolean,
  known?: RuleFileReading,
): RuleFileReading {
  try {
    const read = readSmallFile(`${directory}/.gitignore`, false);
    if (read === null) return NO_RULES;
    if (read.text === known?.text && known.problem === undefined) return known;
    return { ...read, file: compileRuleFile(read.text, ignoreCase) };
  } catch (error) {
    if (isStarved(error)) throw error;
    return { ...NO_RULES, problem: error instanceof Error ? error.message : String(error) };
  }
}
