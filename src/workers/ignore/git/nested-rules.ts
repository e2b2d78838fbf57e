import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { findRepository, type RepositoryLookup } from './find-repository.js';
import { isResourceShortage } from '../../disk/is-resource-shortage.js';
import { readSmallFile } from '../../disk/read-small-file.js';
import { compileRuleFile, type RuleFile } from '../files/rule-file.js';

/** What was read about a directory below the root that has a `.git`. Plain data: it crosses threads. */
export interface NestedRepository extends RepositoryLookup {
  /** The text of its `info/exclude`; `''` when there is none. */
  readonly excludeText: string;
  /** Why `info/exclude` could not be read; absent when it could. */
  readonly problem?: string;
}

/** The git rules of a repository below the root, besides its `.gitignore` files. */
export interface NestedRules extends NestedRepository {
  readonly infoExclude: RuleFile | null;
}

/**
 * Reads the repository that starts in a directory, complete or not; `null` when the directory has no `.git`.
 * Errors: only shortages of files or memory. Cost: that of `findRepository`, and reading a file. Source:
 * docs/decisions/0012.
 */
export function readNestedRepository(directory: string, ignoreCase: boolean): NestedRepository | null {
  const found = findRepository(directory);
  if (found === null) return null;
  const { place } = found;
  if (place === null || place === 'unreadable') return { ...found, excludeText: '' };
  const excludeFile = join(place.commonDirectory, 'info/exclude');
  const sourceFiles = [...found.sourceFiles, excludeFile];
  try {
    const excludeText = readSmallFile(excludeFile, true)?.text ?? '';
    // Compiled here only to find errors: `compileNestedRules` cannot report them.
    compileRuleFile(excludeText, ignoreCase);
    return { place, sourceFiles, excludeText };
  } catch (error) {
    if (isResourceShortage(error)) throw error;
    const problem = messageOf(error);
    return { place, sourceFiles, excludeText: '', problem };
  }
}

/** Compiles the rules of a reading. */
export function compileNestedRules(reading: NestedRepository, ignoreCase: boolean): NestedRules {
  return { ...reading, infoExclude: compileRuleFile(reading.excludeText, ignoreCase) };
}

/** Whether a new reading differs from the one that some rules were compiled from. */
export function hasNestedChanged(known: NestedRepository, read: NestedRepository | null): boolean {
  return (
    known.excludeText !== read?.excludeText ||
    known.problem !== read.problem ||
    !isDeepStrictEqual(known.place, read.place) ||
    !isDeepStrictEqual(known.sourceFiles, read.sourceFiles)
  );
}
