import { join } from 'node:path';
import { findRepository, type RepositoryPlace } from './find-repository.js';
import { isStarved } from './is-starved.js';
import { readSmallFile } from './read-small-file.js';
import { compileRuleFile, type RuleFile } from './rule-file.js';

/** What a repository below the root has of its own beside its `.gitignore` files. */
export interface NestedRules {
  readonly place: RepositoryPlace | 'unreadable';
  /** The text of its `info/exclude`; `''` when there is none. */
  readonly excludeText: string;
  readonly infoExclude: RuleFile | null;
  /** Why `info/exclude` could not be read, where it could not. */
  readonly problem?: string;
}

/**
 * The repository that starts in a directory, or `null` where git sees none.
 * Errors: only that there are no files or memory left to read them with. Cost: see `findRepository`, and a file. Source: docs/decisions/0012.
 */
export function readNestedRules(directory: string, ignoreCase: boolean): NestedRules | null {
  const place = findRepository(directory);
  if (place === null) return null;
  const none = { place, excludeText: '', infoExclude: null };
  if (place === 'unreadable') return none;
  try {
    const text = readSmallFile(join(place.commonDirectory, 'info/exclude'), true)?.text ?? '';
    return { place, excludeText: text, infoExclude: compileRuleFile(text, ignoreCase) };
  } catch (error) {
    if (isStarved(error)) throw error;
    return { ...none, problem: error instanceof Error ? error.message : String(error) };
  }
}
