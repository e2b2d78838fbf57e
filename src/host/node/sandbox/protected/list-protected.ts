import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findProtection } from '../../../../actors/approvals/protected/protected-places.js';

const FORGE = /^\.(?:github|gitea|forgejo)$/i;

/**
 * The protected places that exist at the top of each root, and in its folders for build servers; links among them are not
 * followed. Those of git have guards of their own. Cost: one reading of each root and of each of these folders.
 * Source: SPEC T10.
 */
export function listProtected(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => listNames(root).flatMap((name) => findProtectedAt(join(root, name), root)));
}

/** A path, if it is a protected place; of a folder for build servers the protected places in it. */
export function findProtectedAt(path: string, root: string): readonly string[] {
  const name = basename(path);
  if (name === '.git') return [];
  const paths = FORGE.test(name) ? listNames(path).map((inner) => join(path, inner)) : [path];
  return paths.filter((at) => findProtection(at, [root]) !== undefined);
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It cannot be read, is no folder, or is gone.
    return [];
  }
}
