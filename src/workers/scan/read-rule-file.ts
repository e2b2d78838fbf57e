import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { compileRuleFile, type RuleFile } from '../ignore/rule-file.js';

// git does not follow a link here either; a pipe in the file's place does not block.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The rules of a `.gitignore`. */
export interface RuleFileReading {
  /** What is written there; `''` when it could not be read. */
  readonly text: string;
  /** `null` when there are none. */
  readonly file: RuleFile | null;
  /** Why it could not be read, where there is one. */
  readonly problem?: string;
}

/** Reads the `.gitignore` of a directory, whether or not there is one. Errors: never throws. */
export function readRuleFile(directory: string, ignoreCase: boolean): RuleFileReading {
  try {
    const text = readText(`${directory}/.gitignore`);
    return { text, file: compileRuleFile(text, ignoreCase) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { text: '', file: null };
    return { text: '', file: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

function readText(path: string): string {
  const fd = openSync(path, OPEN_FLAGS);
  try {
    return readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
