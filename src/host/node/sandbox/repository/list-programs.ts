import { basename } from 'node:path';
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

/** What a file makes git run. Cost: a process for a settings file. */
export async function listPrograms(
  git: string,
  path: string,
  { kind, mode, content, stamp }: WatchedFile,
): Promise<readonly GitProgram[]> {
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
    .filter(({ name, value }) => !isHarmlessSetting(name, value))
    .map(({ name, value }) => ({
      key: `${name}\n${value}`,
      text: `may run a program because of its setting ${name} = ${value.slice(0, MAX_VALUE_CHARS)}`,
    }));
}
