// What went wrong is read from messages, because the addon's errors have no code.

/** Whether an error of the addon or of the system means that watches have run out. */
export function isWatchLimit(message: string): boolean {
  return /ENOSPC|No space left|EMFILE|Too many open files/.test(message);
}

/** Whether an error of the addon or of the system means that permission is denied. */
export function isDenied(message: string): boolean {
  return /EACCES|EPERM|Permission denied/.test(message);
}

/** Whether an error of the addon or of the system says that something does not exist. */
export function isNotFoundMessage(message: string): boolean {
  return /ENOENT|No such file/.test(message);
}

/** A sentence for a root that is gone. */
export function explainMissingRoot(root: string): string {
  return `${root} is not there any more; it will be watched again when it is.`;
}

/** A sentence that says what went wrong, and what to do about it. */
export function explainWatchError(root: string, message: string): string {
  if (/ENOSPC|No space left/.test(message)) {
    return `Not all of ${root} is watched, because the system's file watches are used up: raise fs.inotify.max_user_watches.`;
  }
  if (message.includes('scandir')) {
    return `Not all of ${root} is watched, because this program has too many files open: raise its limit (ulimit -n).`;
  }
  if (isWatchLimit(message)) {
    return `Not all of ${root} is watched, because the system's file watchers are used up: raise fs.inotify.max_user_instances.`;
  }
  if (isDenied(message)) {
    return `${root} is not watched, because it may not be read: allow it, or leave out what cannot be read.`;
  }
  return `${root} is not watched: ${message}.`;
}
