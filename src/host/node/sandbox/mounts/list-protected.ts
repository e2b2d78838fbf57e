import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProtection } from '../../../../actors/approvals/protected/protected-places.js';

/**
 * The protected places at the top of each root and one folder below, as far as they exist and are no links. Those of git
 * have locks of their own. Cost: one reading of each root, and of each of its folders for build servers.
 * Source: SPEC T10.
 */
export function listProtected(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) =>
    listEntries(root).flatMap(({ name, isFolder }) => {
      const path = join(root, name);
      if (name === '.git') return [];
      if (isProtected(path, root)) return [path];
      if (!isFolder || !/^\.(?:github|gitea|forgejo)$/i.test(name)) return [];
      return listEntries(path)
        .map((entry) => join(path, entry.name))
        .filter((inner) => isProtected(inner, root));
    }),
  );
}

function isProtected(path: string, root: string): boolean {
  return findProtection(path, [root]) !== undefined;
}

function listEntries(folder: string): readonly { readonly name: string; readonly isFolder: boolean }[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isDirectory())
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    // It cannot be read, or is gone.
    return [];
  }
}
