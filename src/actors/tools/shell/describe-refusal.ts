import type { CommandResult, SandboxRequest } from '../../protocol/shell.js';

// What decides which programs git runs. git names it with and without the folder.
const GIT_SETTINGS =
  /\.git\/(?:\S*\/)?(?:config|hooks|commondir|gitdir)\b|could not (?:lock|write) config file/i;
const REPOSITORY = /\.git(?:\/|\b)/;
const WITH_PORT = /(?:[\d.]+|\[?::\]?|localhost):\d+/;
const UNIX_SOCKET =
  /\.sock\b|docker daemon|authentication agent|ssh_auth_sock|\b(?:EACCES|permission denied)\b/i;

/**
 * What the sandbox kept a command from, and what would help, for the model. It goes by the line of output that says so,
 * and may be wrong: nothing depends on it.
 */
export function describeRefusal(
  { refusal, refusalLine = '' }: Pick<CommandResult, 'refusal' | 'refusalLine'>,
  access: SandboxRequest,
): string | undefined {
  const isWorking = access.kind === 'working';
  if (refusal === 'write') {
    if (isWorking && GIT_SETTINGS.test(refusalLine)) return LOCKED_GIT_SETTINGS;
    if (REPOSITORY.test(refusalLine)) {
      return isWorking && access.mayWriteRepository ? OTHER_REPOSITORY : LOCKED_REPOSITORY;
    }
    // What only looks can write nowhere, and is asked about.
    return isWorking ? LOCKED_PLACE : undefined;
  }
  if (refusal === 'network') {
    if (UNIX_SOCKET.test(refusalLine) && !WITH_PORT.test(refusalLine)) return UNIX_SOCKETS;
    return isWorking && access.hasNetwork ? WITH_NETWORK : WITHOUT_NETWORK;
  }
  return refusal === 'hidden' ? HIDDEN : undefined;
}

/** Whether a command failed because it would have changed what nobody could restore: a person may allow that. */
export function isKeptFromUncovered(
  { refusal, refusalLine = '' }: Pick<CommandResult, 'refusal' | 'refusalLine'>,
  access: SandboxRequest,
): boolean {
  return (
    refusal === 'write' &&
    access.kind === 'working' &&
    access.readOnly !== undefined &&
    !REPOSITORY.test(refusalLine)
  );
}

/** What a command that printed nothing for too long may have waited for. */
export function describeMissingNetwork(access: SandboxRequest): string | undefined {
  const hasNetwork = access.kind === 'none' || (access.kind === 'working' && access.hasNetwork);
  return hasNetwork
    ? undefined
    : 'It had no network. If it waited for a server, call it again with needs ["network"].';
}

const LOCKED_GIT_SETTINGS =
  "It wrote to git's settings or hooks. They are locked for every command, since git runs programs that they name, and no value of needs opens them: leave the command to the person. For one command, git -c NAME=VALUE sets a value without writing it.";
const LOCKED_REPOSITORY =
  'It wrote to the git repository, which is locked. If it should, call it again with needs ["git"].';
const OTHER_REPOSITORY =
  'It wrote to a part of a git repository that stays locked, or to a repository that does not belong to the workspace. No value of needs opens that: leave the command to the person.';
const LOCKED_PLACE =
  'It wrote to a place that is locked: outside of the workspace and the temporary folder, a downloaded package, or settings of editors, package managers, hooks, agents and build servers (.vscode, .npmrc, .husky, .github/workflows). No value of needs opens these: write elsewhere, edit settings of the workspace with the tools for files, or leave the command to the person.';
const UNIX_SOCKETS =
  'It wanted a Unix socket, as Docker, an SSH agent and some servers do. No command in the sandbox gets one, and no value of needs opens it: use another way, or leave the command to the person.';
const WITHOUT_NETWORK = 'It had no network. If it needs that, call it again with needs ["network"].';
const WITH_NETWORK =
  'It had the network, so the sandbox is not the reason: the server does not exist, does not answer, or is reached through a proxy whose variable is hidden. If it is a hidden variable, name it in needs.';
const HIDDEN =
  'It looked for a file or a variable that is hidden. If it needs that, call it again with its name in needs: a file can then be read, not written.';
