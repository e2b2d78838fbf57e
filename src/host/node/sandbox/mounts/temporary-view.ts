import { readdir, readlink, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { makeFolder } from '../../../../workers/disk/make-folder.js';

/** How a command of the working world sees one of the temporary folders of the system. */
export interface TemporaryView {
  /** The folder of the system. */
  readonly path: string;
  /** The folder that the command has at its place, and can write to. */
  readonly own: string;
  /** Where the command finds what the system's folder holds, to read. */
  readonly shown: string;
}

/** Where the command finds the temporary folder with this number. */
export function shownAt(index: number): string {
  return `/run/troupe-tmp/${index}`;
}

/**
 * Makes links in a command's own temporary folder to what other programs keep in that of the system, and removes those to what
 * is gone. What the command has made itself under the same name stays. `mounted`: paths at which something is mounted, which
 * need a folder to lie in. Errors: those of `fs`, when the own folder cannot be written.
 */
export async function linkTemporaryFiles(view: TemporaryView, mounted: readonly string[]): Promise<void> {
  await linkFolder(
    view,
    '',
    mounted.filter((path) => path !== view.path && isInside(view.path, path)),
  );
}

async function linkFolder(view: TemporaryView, folder: string, mounted: readonly string[]): Promise<void> {
  const [at, own, shown] = [join(view.path, folder), join(view.own, folder), join(view.shown, folder)];
  const names = await readdir(at).catch(() => []);
  const present = await readdir(own, { withFileTypes: true });
  const links = new Map<string, boolean>();
  for (const entry of present) links.set(entry.name, entry.isSymbolicLink());
  const wanted = new Set(names);
  for (const [name, isLink] of links) {
    const isStale = !wanted.has(name) || mounted.some((path) => isInside(join(at, name), path));
    if (!isLink || !isStale) continue;
    if ((await readlink(join(own, name)).catch(() => '')) !== join(shown, name)) continue;
    await rm(join(own, name), { force: true });
    links.delete(name);
  }
  for (const name of names) {
    const path = join(at, name);
    if (isInside(path, view.own)) continue;
    if (mounted.includes(path)) continue;
    const inner = mounted.filter((other) => isInside(path, other));
    if (inner.length > 0) {
      await makeFolder(join(own, name), 0o777);
      await linkFolder(view, join(folder, name), inner);
    } else if (!links.has(name)) {
      // Another command may make the same link at this moment.
      await symlink(join(shown, name), join(own, name)).catch(() => undefined);
    }
  }
}
