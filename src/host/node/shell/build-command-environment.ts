/** Marks every process that a command starts, even if the process has left the command's process group. */
export const MARK_VARIABLE = 'TROUPE_COMMAND';

const LEFT_OUT: readonly RegExp[] = [
  // Troupe's own variables, its key among them.
  /^TROUPE_/i,
  // Variables that the editor sets for its own processes: with ELECTRON_RUN_AS_NODE, Electron apps do not start.
  /^(?:ELECTRON|VSCODE)_/i,
  /^NODE_(?:CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID)$/i,
  // Both would open a window that waits for a person.
  /^(?:GIT|SSH)_ASKPASS$/i,
];

/** Keeps programs from opening a pager, a prompt or an editor: nobody is there to respond. */
const QUIET: NodeJS.ProcessEnv = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  MANPAGER: 'cat',
  SYSTEMD_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  EDITOR: 'true',
  VISUAL: 'true',
  GIT_EDITOR: 'true',
  GIT_SEQUENCE_EDITOR: 'true',
};

/**
 * The environment of a command: what its world gets, without Troupe's own variables and without those that make programs
 * wait for a person. `mark` identifies its processes; `outer` is the mark of a Troupe around this one.
 */
export function buildCommandEnvironment(
  own: NodeJS.ProcessEnv,
  mark: string,
  outer: string | undefined = own[MARK_VARIABLE],
): NodeJS.ProcessEnv {
  const passed = Object.entries(own).filter(([name]) => LEFT_OUT.every((pattern) => !pattern.test(name)));
  return {
    ...Object.fromEntries(passed),
    ...QUIET,
    // If Troupe itself runs in a command of another Troupe, the outer one must find these processes as well.
    [MARK_VARIABLE]: outer === undefined ? mark : `${outer}:${mark}`,
  };
}
