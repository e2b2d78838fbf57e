import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';

/** A name in a directory to watch. */
interface WatchPoint {
  readonly directory: string;
  readonly name: string;
}

/** What a path component is: a directory, a link, or the end of the path (a file or nothing). */
type Target = { readonly kind: 'directory' | 'end' } | { readonly kind: 'link'; readonly path: string };

// The kernel's limit of links in one path.
const MAX_LINKS = 40;

/**
 * Finds where to watch for a file that may be missing or reached through links: at its own name, at each link on the
 * path, and at the last existing directory, for the first missing name. Checks each path once.
 */
export class WatchPointFinder {
  readonly #targets = new Map<string, Promise<Target>>();

  /** Shape: `path` is absolute. Cost: an `lstat` for each directory on the path. */
  async find(path: string): Promise<WatchPoint[]> {
    const points: WatchPoint[] = [];
    const { root } = parse(path);
    let directory = root;
    let links = 0;
    const names = namesOf(path.slice(root.length));
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      if (name === '..') {
        directory = dirname(directory);
        continue;
      }
      const at = join(directory, name);
      const target = await this.#checkPath(at);
      if (target.kind !== 'directory' || names.length === 0) points.push({ directory, name });
      if (target.kind === 'directory') {
        directory = at;
      } else if (target.kind === 'link' && ++links <= MAX_LINKS) {
        const { root: otherRoot } = parse(target.path);
        if (otherRoot !== '') directory = otherRoot;
        names.unshift(...namesOf(target.path.slice(otherRoot.length)));
      } else {
        break;
      }
    }
    return points;
  }

  #checkPath(path: string): Promise<Target> {
    let target = this.#targets.get(path);
    if (target === undefined) {
      target = targetOf(path);
      this.#targets.set(path, target);
    }
    return target;
  }
}

async function targetOf(path: string): Promise<Target> {
  try {
    const stats = await lstat(path);
    if (stats.isDirectory()) return { kind: 'directory' };
    if (stats.isSymbolicLink()) return { kind: 'link', path: await readlink(path) };
  } catch {
    // The path does not exist, or its directory is not accessible.
  }
  return { kind: 'end' };
}

function namesOf(path: string): string[] {
  return path.split(sep === '/' ? sep : /[\\/]/).filter((name) => name !== '' && name !== '.');
}
