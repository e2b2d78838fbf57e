import { basename, dirname, resolve } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { followDangling } from './follow-dangling.js';
import { isHarmlessSetting } from './harmless-settings.js';
import { readSettingsText } from './read-settings.js';
import type { WatchedFile } from './repository-state.js';

/** One reason why git would run a program. */
export interface GitProgram {
  /** Equal for two looks at the same reason. */
  readonly key: string;
  /** Shape: the end of a sentence. */
  readonly text: string;
}

// A setting may be as long as somebody likes. Units: characters.
const MAX_VALUE_CHARS = 80;

// A step of a rebase that is a command.
const EXEC = /^\s*(?:x|exec)\s.*$/gm;

/**
 * What a file makes git run, or change outside of `roots`, with links resolved. Cost: a process for a settings file.
 */
export async function listPrograms(
  git: string,
  path: string,
  { kind, mode, content, stamp }: WatchedFile,
  roots: readonly string[],
): Promise<readonly GitProgram[]> {
  if (kind === 'program') return [{ key: stamp, text: 'runs a program, because a setting names it' }];
  if (kind === 'todo') {
    if (content === undefined) return [{ key: stamp, text: 'goes on with a rebase of too many steps' }];
    const steps = content.toString().match(EXEC) ?? [];
    return steps.map((step) => ({
      key: step,
      text: `runs "${step.trim().slice(0, MAX_VALUE_CHARS)}" in a rebase`,
    }));
  }
  if (kind === 'hook' || kind === 'target') {
    const runs = stamp.startsWith('link ') || (mode & 0o111) !== 0;
    const hook = kind === 'hook' ? `the hook ${basename(path)}` : 'a hook that is a link to it';
    return runs ? [{ key: stamp, text: `runs ${hook}` }] : [];
  }
  if (kind === 'pointer') {
    return [{ key: stamp, text: `takes its settings and hooks from another folder, by ${basename(path)}` }];
  }
  if (content === undefined) {
    return [{ key: stamp, text: `has settings in ${basename(path)} that are no plain file` }];
  }
  const settings = await readSettingsText(git, content).catch(() => 'unknown' as const);
  if (settings === 'unknown') {
    // Another look at them is another reason: nothing is known about either.
    return [{ key: stamp, text: `has settings in ${basename(path)} that git did not read in time` }];
  }
  return (settings ?? [])
    .filter(
      ({ name, value }) =>
        !(name === 'core.worktree' ? leadsInside(path, value, roots) : isHarmlessSetting(name, value)),
    )
    .map(({ name, value }) => ({
      key: `${name}\n${value}`,
      text: `may run a program because of its setting ${name} = ${value.slice(0, MAX_VALUE_CHARS)}`,
    }));
}

/** Whether the work tree that a settings file names lies in a root. `git checkout` would overwrite files elsewhere. */
function leadsInside(settings: string, value: string, roots: readonly string[]): boolean {
  const tree = followDangling(resolve(dirname(settings), value));
  return tree !== undefined && roots.some((root) => isInside(root, tree));
}
