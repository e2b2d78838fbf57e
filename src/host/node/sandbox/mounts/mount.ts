import { lstatSync, realpathSync } from 'node:fs';

/** One mount in the file system that a command sees. */
export interface Mount {
  readonly path: string;
  readonly args: readonly string[];
  /** A new folder that becomes read-only once other mounts have their place in it. */
  readonly isSealed?: boolean;
}

export function writable(path: string): Mount {
  return { path, args: ['--bind', path, path] };
}

export function readOnly(path: string): Mount {
  return { path, args: ['--ro-bind', path, path] };
}

/** What `path` leads to if it is a link, at the place of the link. */
export function readOnlyTarget(path: string): Mount {
  return { path, args: ['--ro-bind', realpathSync.native(path), path] };
}

/** What stands in place of a file or folder. `at`: where the command would find it. Default: at its own path. */
export function hidden(path: string, at: string = path): Mount {
  return lstatSync(path).isDirectory() ? emptyFolder(at) : hiddenFile(at);
}

function hiddenFile(path: string): Mount {
  return { path, args: ['--ro-bind', '/dev/null', path] };
}

/** An empty folder in which nothing can be written. */
export function emptyFolder(path: string): Mount {
  return { path, args: ['--tmpfs', path], isSealed: true };
}

/** An empty folder in memory that can be written. */
export function scratchFolder(path: string, maxBytes?: number): Mount {
  const size = maxBytes === undefined ? [] : ['--size', String(maxBytes)];
  return { path, args: [...size, '--tmpfs', path] };
}

/** A folder that is there, in whatever lies around it. */
export function folder(path: string): Mount {
  return { path, args: ['--dir', path] };
}

export function link(path: string, target: string): Mount {
  return { path, args: ['--symlink', target, path] };
}

/** Outer paths come first, so that inner mounts cover them; at the same path, the later one wins. */
export function toArguments(mounts: readonly Mount[]): readonly string[] {
  const sorted = [...mounts].sort((a, b) => depth(a.path) - depth(b.path));
  const last = new Map(sorted.map((mount) => [mount.path, mount]));
  const kept = sorted.filter((mount) => last.get(mount.path) === mount);
  const sealed = kept.filter(({ isSealed }) => isSealed === true);
  return [...kept.flatMap(({ args }) => args), ...sealed.flatMap(({ path }) => ['--remount-ro', path])];
}

function depth(path: string): number {
  return path === '/' ? 0 : path.split('/').length;
}
