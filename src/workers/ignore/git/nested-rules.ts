import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findRepository, type RepositoryLook } from './find-repository.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { readSmallFile } from '../../disk/read-small-file.js';
import { compileRuleFile, type RuleFile } from '../files/rule-file.js';

/** What was read of a directory below the root that holds something named `.git`. Plain data: it crosses a thread. */
export interface NestedReading extends RepositoryLook {
  /** The text of its `info/exclude`; `''` when there is none. */
  readonly excludeText: string;
  /** Why `info/exclude` could not be read, where it could not. */
  readonly problem?: string;
}

/** What a repository below the root has of its own beside its `.gitignore` files. */
export interface NestedRules extends NestedReading {
  readonly infoExclude: RuleFile | null;
}

/**
 * The repository that starts in a directory, or what may become one; `null` where nothing is named `.git`.
 * Errors: only that there are no files or memory left to read them with. Cost: see `findRepository`, and a file. Source: docs/decisions/0012.
 */
export function readNested(directory: string, ignoreCase: boolean): NestedReading | null {
  const found = findRepository(directory);
  if (found === null) return null;
  const { place } = found;
  if (place === null || place === 'unreadable') return { ...found, excludeText: '' };
  const excludeFile = join(place.commonDirectory, 'info/exclude');
  const sourceFiles = [...found.sourceFiles, excludeFile];
  try {
    const excludeText = readSmallFile(excludeFile, true)?.text ?? '';
    // Who compiles it later has no way to say that it cannot be.
    compileRuleFile(excludeText, ignoreCase);
    return { place, sourceFiles, excludeText };
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    return { place, sourceFiles, excludeText: '', problem };
  }
}

/** The same with its rules compiled. */
export function compileNested(reading: NestedReading, ignoreCase: boolean): NestedRules {
  return { ...reading, infoExclude: compileRuleFile(reading.excludeText, ignoreCase) };
}

/** Whether something else was read than what some rules were made of. */
export function isOtherNested(known: NestedReading, read: NestedReading | null): boolean {
  return (
    known.excludeText !== read?.excludeText ||
    known.problem !== read.problem ||
    !isDeepStrictEqual(known.place, read.place) ||
    !isDeepStrictEqual(known.sourceFiles, read.sourceFiles)
  );
}
