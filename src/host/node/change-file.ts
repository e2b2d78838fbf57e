/** The last change of each file that is being changed, by its path. */
const changing = new Map<string, Promise<void>>();

/**
 * Runs a change that reads a file and writes it anew once all earlier changes of that file have ended, whichever objects of
 * this process make them. Other processes are not waited for. Settles as the change does. Errors: those of `change`.
 */
export function changeFile<Value>(path: string, change: () => Promise<Value>): Promise<Value> {
  const changed = (changing.get(path) ?? Promise.resolve()).then(change);
  const forget = (): void => {
    if (changing.get(path) === ended) changing.delete(path);
  };
  const ended = changed.then(forget, forget);
  changing.set(path, ended);
  return changed;
}
