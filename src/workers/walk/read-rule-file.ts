import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { isResourceShortage } from '../disk/is-resource-shortage.js';
import { readSmallFile, type SmallFile } from '../disk/read-small-file.js';
import { compileRuleFile, type RuleFile } from '../ignore/files/rule-file.js';

export interface RuleFileContent {
  /** The text of the file; `''` when it could not be read. */
  readonly text: string;
  /** When the file last changed; 0 when it could not be read. Units: milliseconds since 1970. */
  readonly changedAtMs: number;
  /** `null` when there are no rules. Cost: most files are compiled on first use. */
  readonly file: RuleFile | null;
  readonly wasRead: boolean;
  /** Why it could not be read; absent when it could, or does not exist. */
  readonly problem?: string;
}

// Rules fail to compile only when over a thousand are of a kind, and each takes two characters at least.
const SURE_TO_COUNT_CHARS = 2000;

const NO_RULES: RuleFileContent = { text: '', changedAtMs: 0, file: null, wasRead: false };

/**
 * Reads the `.gitignore` of a directory, whether or not it exists; returns `known` when its content is the same.
 * Errors: only shortages of files or memory, because then the rules must not count as absent.
 */
export function readRuleFile(
  directory: string,
  ignoreCase: boolean,
  known?: RuleFileContent,
): RuleFileContent {
  try {
    const read = readSmallFile(`${directory}/.gitignore`, false);
    if (read === null) return NO_RULES;
    if (read.text === known?.text && known.problem === undefined) return known;
    return read.text.length <= SURE_TO_COUNT_CHARS
      ? new UncompiledRules(read, ignoreCase)
      : { ...read, file: compileRuleFile(read.text, ignoreCase), wasRead: true };
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    return { ...NO_RULES, problem: messageOf(error) };
  }
}

/** Rules that compile on demand: when a known tree is opened again, most rule files are only compared. */
export class UncompiledRules implements RuleFileContent {
  readonly text: string;
  readonly changedAtMs: number;
  readonly wasRead = true;
  readonly #ignoreCase: boolean;
  #file: RuleFile | null | undefined;

  constructor({ text, changedAtMs }: SmallFile, ignoreCase: boolean) {
    this.text = text;
    this.changedAtMs = changedAtMs;
    this.#ignoreCase = ignoreCase;
  }

  get file(): RuleFile | null {
    if (this.#file === undefined) this.#file = compileRuleFile(this.text, this.#ignoreCase);
    return this.#file;
  }
}
