import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mayHoldProtected } from '../../../../actors/approvals/protected/names/find-name.js';
import { findProtection } from '../../../../actors/approvals/protected/protected-places.js';

/**
 * The protected places that exist at the top of each root, and in its folders of which only some names are protected
 * (`.github`, `.config`); links among them are not followed. Those of git have guards of their own, and what tools write
 * in their ordinary work is left out. Cost: one reading of each root and of each of these folders.
 * Source: SPEC T10.
 */
export function listProtected(roots: readonly string[]): readonly string[] {
  return roots.flatMap((root) => listNames(root).flatMap((name) => findProtectedAt(join(root, name), root)));
}

/** A path, if it is a protected place; of a folder of which only some names are protected, those. */
export function findProtectedAt(path: string, root: string): readonly string[] {
  const name = basename(path);
  if (name === '.git') return [];
  const inner = mayHoldProtected(name) ? listNames(path).map((one) => join(path, one)) : [];
  return [path, ...inner].filter((at) => {
    const protection = findProtection(at, [root]);
    return protection !== undefined && protection.isWrittenByTools !== true;
  });
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // It cannot be read, is no folder, or is gone.
    return [];
  }
}
