import type { SandboxRequest, SandboxState } from '../../protocol/shell.js';

/** One stream of a command as text for the model, with a note when it is empty. */
export function describeOutput(name: string, text: string): string {
  if (text === '') return `${name}: (empty)`;
  return `${name}:\n${text.endsWith('\n') ? text.slice(0, -1) : text}`;
}

/** `0.3 s`, `12 s`, `3 min 20 s`. */
export function describeDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Notes on the sandbox for the person who approves a command. */
export function describeSandbox(state: SandboxState, request: SandboxRequest): readonly string[] {
  if (request.kind === 'none') return ['It runs without a sandbox, as you.'];
  if (state === 'sandboxed')
    return [
      'It runs in a sandbox: it writes in the workspace and a temporary folder of its own only, sees little of your home folder, and has no network unless this question says so.',
    ];
  return [`It runs without a sandbox, as you: ${state.missing}.`];
}

// Programs that show processes and connections, and the temporary folder by its name.
const LOOKS_AROUND =
  /(?:^|[\s;&|(])(?:ps|pgrep|pidof|pstree|top|lsof|ss|netstat|ip)(?:[\s;&|)]|$)|(?:^|\s)(?:\/private)?(?:\/var)?\/tmp\/?(?:[\s;&|)]|$)/;

/** What a model must know of a result that says less than it seems to; `undefined` for most commands. */
export function describeSeclusion(command: string, request: SandboxRequest): string | undefined {
  return request.kind === 'looking' && LOOKS_AROUND.test(command)
    ? 'It ran in a sandbox with an empty temporary folder of its own, without the processes and connections of this machine: that it shows none does not mean that there are none.'
    : undefined;
}
