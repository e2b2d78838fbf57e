import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, parse, sep } from 'node:path';

/** A name in a directory. */
export interface WatchPoint {
  readonly directory: string;
  readonly name: string;
}

// As many links as the kernel follows on one way.
const MAX_LINKS = 40;

/**
 * Finds out where to watch for a file that may be missing, or be reached through links: at its own name, at each link
 * on the way, and where the way ends, at the first name that is missing. Looks at each path once.
 */
export class WatchPointFinder {
  readonly #targets = new Map<string, Promise<string | 'directory' | undefined>>();

  /** Shape: `path` is absolute. Cost: a look at each directory on the way. */
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
      const target = await this.#lookAt(at);
      if (target !== 'directory' || names.length === 0) points.push({ directory, name });
      if (target === 'directory') {
        directory = at;
      } else if (target === undefined || ++links > MAX_LINKS) {
        break;
      } else {
        const { root: otherRoot } = parse(target);
        if (otherRoot !== '') directory = otherRoot;
        names.unshift(...namesOf(target.slice(otherRoot.length)));
      }
    }
    return points;
  }

  /** Where a link leads, or that a directory is there; `undefined` for what ends a way. */
  #lookAt(path: string): Promise<string | 'directory' | undefined> {
    let target = this.#targets.get(path);
    if (target === undefined) {
      target = targetOf(path);
      this.#targets.set(path, target);
    }
    return target;
  }
}

async function targetOf(path: string): Promise<string | 'directory' | undefined> {
  try {
    const stats = await lstat(path);
    if (stats.isDirectory()) return 'directory';
    return stats.isSymbolicLink() ? await readlink(path) : undefined;
  } catch {
    return undefined;
  }
}

function namesOf(path: string): string[] {
  return path.split(sep === '/' ? sep : /[\\/]/).filter((name) => name !== '' && name !== '.');
}
