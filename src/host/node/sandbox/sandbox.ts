import type { SandboxRequest, SandboxState } from '../../../actors/protocol/shell.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { buildWorldEnvironment } from './environment/build-world-environment.js';

/** A program and its arguments. */
export type Argv = readonly [string, ...string[]];

/** A program to run, and what it may access. */
export interface SandboxedProgram {
  readonly argv: Argv;
  readonly cwd: AbsPath;
  readonly request: SandboxRequest;
  /** The environment of this process. */
  readonly environment: NodeJS.ProcessEnv;
  /** Whether it runs on a terminal of its own, which must stay its controlling terminal. */
  readonly hasTerminal?: boolean;
}

/** How to start a program with no more access than was requested. */
export interface PreparedProgram {
  readonly argv: Argv;
  /** Paths of files to open for the program, by descriptor. Default: none besides the first three. */
  readonly files?: ReadonlyMap<number, string>;
  readonly environment: NodeJS.ProcessEnv;
  readonly isSandboxed: boolean;
  /**
   * Undoes what would make git run a program that was not there before, and resolves to a sentence for each such thing, and
   * for each protected place that was made or changed.
   * For a program that lives on it may be called again and again.
   */
  repair(): Promise<readonly string[]>;
  /** Called once, when the program has ended or could not be started. */
  release(): void;
}

/** Restricts what commands can access, where the system supports it. */
export interface Sandbox {
  readonly state: SandboxState;
  prepare(program: SandboxedProgram): Promise<PreparedProgram>;
}

/** The limits of commands in a sandbox. All paths have their links resolved. */
export interface SandboxLimits {
  readonly roots: readonly AbsPath[];
  readonly temporaryFolders: readonly string[];
  /**
   * The folder that commands of the working world have in place of the temporary folder with this number. Default: they have
   * that of the system, with all that other programs keep there.
   */
  readonly ownTemporaryFolder?: (index: number) => string | undefined;
  /** The home folder of this person, of which commands see little. */
  readonly home: string;
  /** Files and folders that commands can never read, such as a key file of Troupe. */
  readonly keyFiles: readonly string[];
  /** Names of variables that commands of both worlds get. */
  readonly variables: readonly string[];
  /** Names of variables that no command gets, such as those with a key of Troupe. Default: none. */
  readonly secretVariables?: readonly string[];
}

/** A program that runs without a sandbox, with an environment that fits the request all the same. */
export function prepareWithoutSandbox(
  { argv, request, environment }: SandboxedProgram,
  limits: Pick<SandboxLimits, 'roots' | 'variables' | 'secretVariables'>,
): PreparedProgram {
  return {
    argv,
    environment: buildWorldEnvironment(environment, request, limits),
    isSandboxed: false,
    repair: () => Promise.resolve([]),
    release: () => undefined,
  };
}

/** A sandbox that restricts nothing, with the reason. */
export function withoutSandbox(
  missing: string,
  limits: Pick<SandboxLimits, 'roots' | 'variables' | 'secretVariables'> = { roots: [], variables: [] },
): Sandbox {
  return {
    state: { missing },
    prepare: (program) => Promise.resolve(prepareWithoutSandbox(program, limits)),
  };
}
