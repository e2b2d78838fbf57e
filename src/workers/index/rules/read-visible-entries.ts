import type { RelPath, RootConfig } from '../../../actors/protocol/workspace.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { applyRules, readDirectory, type RuledListing } from '../../walk/read-directory.js';
import type { RootRules } from './root-rules.js';

/** Reads the visible entries of a directory from the disk; `undefined` when it is gone or unreadable. */
export function readVisibleEntries(
  { config, rules }: { readonly config: RootConfig; readonly rules: RootRules },
  directory: RelPath,
): RuledListing | undefined {
  try {
    const listing = readDirectory(absolutePath(config.path, directory));
    return applyRules(listing, rules.current.scopeOf(directory));
  } catch {
    return undefined;
  }
}
