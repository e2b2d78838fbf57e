import { delimiter } from 'node:path';
import type { SandboxRequest } from '../../../../actors/protocol/shell.js';
import { isHarmlessVariable } from './harmless-variables.js';
import { type GitSetting, HARMLESS_GIT, tellGit } from './quiet-git.js';
import { isModelKey } from './model-keys.js';
import { listSafePath } from '../../../../workers/disk/safe-path.js';

/** Where the workspace is, and which variables a setting names. */
interface EnvironmentLimits {
  readonly roots: readonly string[];
  /** Names of variables that commands of both worlds get. */
  readonly variables: readonly string[];
  /** Names of variables that no command gets, whatever a person reveals. Default: none. */
  readonly secretVariables?: readonly string[];
}

const LOOKING = /^(?:PATH|HOME|LANG|LC_\w+|TERM|TZ)$/;
// Windows starts no program without these.
const LOOKING_ON_WINDOWS = /^(?:PATH|PATHEXT|SYSTEMROOT|WINDIR|COMSPEC|TEMP|TMP|USERPROFILE)$/i;

// Where the repository of whoever started Troupe is, such as a hook: a command in another folder would change that one.
// Source: `git rev-parse --local-env-vars`, with the names of single settings.
const LOCAL_GIT =
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|CONFIG|CONFIG_PARAMETERS|CONFIG_(?:COUNT|KEY_\d+|VALUE_\d+)|OBJECT_DIRECTORY|DIR|WORK_TREE|IMPLICIT_WORK_TREE|GRAFT_FILE|INDEX_FILE|NO_REPLACE_OBJECTS|REPLACE_REF_BASE|PREFIX|SHALLOW_FILE|COMMON_DIR|INTERNAL_SUPER_PREFIX|NAMESPACE|QUARANTINE_PATH)$/i;

const QUIET_GIT: NodeJS.ProcessEnv = {
  // Neither the index is refreshed on the disk, nor missing objects fetched.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
};

/**
 * The part of an environment that a command of this world gets.
 * - `looking`: a few named variables, a PATH without folders of the workspace, and settings with which git runs nothing
 *   of a repository.
 * - `working`: what is harmless, and what a person revealed.
 * - `none`: everything but keys of models and what belongs to one repository of git. Credentials for other programs stay: a command that publishes needs them.
 */
export function buildWorldEnvironment(
  whole: NodeJS.ProcessEnv,
  request: SandboxRequest,
  { roots, variables, secretVariables = [] }: EnvironmentLimits,
  git: readonly GitSetting[] = [],
): NodeJS.ProcessEnv {
  const own = pick(whole, (name) => !secretVariables.includes(name) && !LOCAL_GIT.test(name));
  if (request.kind === 'none') return pick(own, (name) => !isModelKey(name));
  if (request.kind === 'working') {
    return pick(own, (name, value) => {
      const isNamed = variables.includes(name) || request.reveals.includes(name);
      return isNamed || isHarmlessVariable(name, value);
    });
  }
  const listed = process.platform === 'win32' ? LOOKING_ON_WINDOWS : LOOKING;
  const picked = pick(own, (name) => listed.test(name) || variables.includes(name));
  const environment = Object.fromEntries(
    Object.entries(picked).map(([name, value = '']) => [
      name,
      name.toUpperCase() === 'PATH' ? listSafePath(value, roots).join(delimiter) : value,
    ]),
  );
  return { ...environment, ...QUIET_GIT, ...tellGit([...HARMLESS_GIT, ...git]) };
}

function pick(
  environment: NodeJS.ProcessEnv,
  isPicked: (name: string, value: string) => boolean,
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== undefined && isPicked(name, value)),
  );
}
