/** How a thread can die. */
export type Crash = 'throw' | 'exit' | 'out of memory';

/** Dies in the given way, after whoever asked for it has got nothing. */
export function crash(how: Crash): void {
  switch (how) {
    case 'throw':
      setImmediate(() => {
        throw new Error('thrown on purpose');
      });
      return;
    case 'exit':
      // In a worker it ends the thread.
      setImmediate(() => process.exit(3));
      return;
    case 'out of memory': {
      const hoard: unknown[] = [];
      const eat = (): void => {
        for (let i = 0; i < 1000; i += 1) hoard.push(Array.from({ length: 1000 }, () => ({})));
        setImmediate(eat);
      };
      setImmediate(eat);
    }
  }
}
