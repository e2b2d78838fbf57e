/**
 * An abort signal that also follows the caller's signal until `unlink` is called. Thus a long-lived signal does not
 * gather listeners of short-lived work.
 */
export interface LinkedAbort {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  unlink(): void;
}

/** Follows `parent`, if there is one. */
export function linkAbort(parent: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController();
  const follow = (): void => {
    controller.abort(parent?.reason);
  };
  if (parent?.aborted) follow();
  else parent?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (reason) => {
      controller.abort(reason);
    },
    unlink: () => parent?.removeEventListener('abort', follow),
  };
}
