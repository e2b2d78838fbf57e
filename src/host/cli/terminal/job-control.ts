/** A part of the program that has changed the terminal, which belongs to the shell while the process is stopped. */
interface TerminalUser {
  /** Restores the terminal before the process stops. */
  readonly release: () => void;
  /**
   * Takes the terminal over again once the process goes on, below what the shell has written. Also called without
   * `release`: SIGSTOP stops the process without notice.
   */
  readonly retake: () => void;
}

const users = new Set<TerminalUser>();
/** Whether the terminal was taken over already after the stop that the next SIGCONT ends. */
let isRetaken = false;

/** Calls `user` around each stop of the process: Ctrl-Z and `fg` of the shell. Returns the function that ends this. */
export function followStops(user: TerminalUser): () => void {
  if (users.size === 0) process.on('SIGTSTP', stop).on('SIGCONT', onContinue);
  users.add(user);
  return () => {
    if (!users.delete(user) || users.size > 0) return;
    process.off('SIGTSTP', stop).off('SIGCONT', onContinue);
  };
}

/** Stops the process and the commands of the person, as Ctrl-Z does in a terminal that sends whole lines. */
export function stopJob(): void {
  // Windows has no such signal.
  if (process.platform !== 'win32') process.kill(0, 'SIGTSTP');
}

function stop(): void {
  for (const { release } of users) release();
  // Without a handler the signal stops the process, in this line, until the shell continues it.
  process.off('SIGTSTP', stop);
  process.kill(process.pid, 'SIGTSTP');
  process.on('SIGTSTP', stop);
  // Not left to SIGCONT: a process that no shell can continue is not stopped, and goes on here.
  isRetaken = true;
  retake();
}

function onContinue(): void {
  if (!isRetaken) retake();
  isRetaken = false;
}

function retake(): void {
  for (const user of users) user.retake();
}
