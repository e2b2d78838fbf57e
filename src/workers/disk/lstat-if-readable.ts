import { lstatSync, type Stats } from 'node:fs';

/** The stats of a path, of a link those of the link; `undefined` when it does not exist or cannot be queried. */
export function lstatIfReadable(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
