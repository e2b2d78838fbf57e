import { readdirSync } from 'node:fs';

/**
 * Tells by one listing of a folder which paths in it may exist: of the places where programs and secrets may be, most are
 * missing, and each look at one takes a tenth of the listing. Shape of a path: relative to the folder.
 */
export function mayBeIn(folder: string): (path: string) => boolean {
  let names: ReadonlySet<string>;
  try {
    // Some file systems know no difference between upper and lower case.
    names = new Set(readdirSync(folder).map((name) => name.toLowerCase()));
  } catch {
    // A folder that cannot be listed may still be looked into.
    return () => true;
  }
  return (path) => {
    const end = path.indexOf('/');
    return names.has((end < 0 ? path : path.slice(0, end)).toLowerCase());
  };
}
