import { isResourceShortage } from '../disk/is-resource-shortage.js';
import { readSmallFile, type SmallFile } from '../disk/read-small-file.js';
import { compileRuleFile, type RuleFile } from '../ignore/files/rule-file.js';

/** The rules of a `.gitignore`. */
export interface RuleFileReading {
  /** What is written there; `''` when it could not be read. */
  readonly text: string;
  /** Units: milliseconds since 1970. When it last changed; 0 when it could not be read. */
  readonly changedAtMs: number;
  /** `null` when there are none. Cost: most files are compiled when they are first asked for. */
  readonly file: RuleFile | null;
  /** Whether it could be read. */
  readonly wasRead: boolean;
  /** Why it could not be read, where there is one. */
  readonly problem?: string;
}

// Rules do not count where over a thousand are of a kind, and each takes two characters at least.
const SURE_TO_COUNT_CHARS = 2000;

const NO_RULES: RuleFileReading = { text: '', changedAtMs: 0, file: null, wasRead: false };

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
    return read.text.length <= SURE_TO_COUNT_CHARS
      ? new UncompiledRules(read, ignoreCase)
      : { ...read, file: compileRuleFile(read.text, ignoreCase), wasRead: true };
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    return { ...NO_RULES, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** The rules that another thread read, and could compile. Cost: they are compiled when they are first asked for. */
export function rulesRead(read: SmallFile, ignoreCase: boolean): RuleFileReading {
  return new UncompiledRules(read, ignoreCase);
}

/** Most rule files of a tree that is opened again are only compared with what they were. */
class UncompiledRules implements RuleFileReading {
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
