/** Everything that is under way and waits for no timer has come to rest. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
