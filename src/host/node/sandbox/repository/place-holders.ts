import { lstatSync, mkdirSync, readdirSync, rmdirSync } from 'node:fs';

// Commands run side by side: the last one removes the folder. Removing it earlier would take the mount away from others.
const held = new Map<string, number>();

/**
 * Makes an empty folder where there is nothing, as a place for a mount, and keeps it until the returned function is
 * called. An empty folder that is there already was left by a program that was killed, and is taken over. `undefined` when
 * something else is there, or nobody can make a folder there.
 */
export function holdPlace(path: string): (() => void) | undefined {
  const users = held.get(path) ?? 0;
  if (users === 0) {
    try {
      mkdirSync(path);
    } catch {
      if (!isEmptyFolder(path)) return undefined;
    }
  }
  held.set(path, users + 1);
  return () => {
    const left = (held.get(path) ?? 1) - 1;
    if (left > 0) {
      held.set(path, left);
      return;
    }
    held.delete(path);
    try {
      rmdirSync(path);
    } catch {
      // Somebody outside of the sandbox has put something into it, or has removed it.
    }
  };
}

function isEmptyFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory() && readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
