import { join } from 'node:path';
import { OTHER_RULES_FILES, RULES_FILE } from '../../actors/context/instructions/rules-names.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { InstructionsSource } from '../../actors/protocol/instructions/instructions-source.js';
import type { RulesFile } from '../../actors/protocol/instructions/rules-file.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { InstructionFiles } from './instruction-files.js';

/** A folder that may have rules, or a file that a person has named. */
export interface RulesFolder {
  readonly path: AbsPath;
  /** Whether `path` is the file itself. Default: false. */
  readonly isFile?: boolean;
  readonly from: InstructionsSource;
  /** The folder whose files its rules are about, as the model sees it. `''`: all of them. */
  readonly shown: string;
  /** How far it is from its root: of two folders, the deeper one is nearer to the files in it. */
  readonly depth: number;
}

/** Rules as they are now, of whatever length. */
export type FoundRules = Omit<RulesFile, 'omittedChars' | 'change'>;

/**
 * The rules of a folder: its `AGENTS.md`, or what it has instead; or those of a named file. Calls `onProblem` with a sentence for each file that
 * exists and cannot be used. Errors: the signal's reason.
 */
export async function readRules(
  files: InstructionFiles,
  folder: RulesFolder,
  onProblem: (problem: string) => void,
  signal: AbortSignal,
): Promise<readonly FoundRules[]> {
  /** `undefined`: there is no such file. */
  const read = async (name: string): Promise<readonly FoundRules[] | undefined> => {
    const path = folder.isFile === true ? folder.path : join(folder.path, name);
    try {
      const found = await files.read(path, folder.from, signal);
      const shown = folder.from === 'person' || folder.shown === '' ? name : `${folder.shown}/${name}`;
      return (
        found && [
          {
            path,
            shown: folder.from === 'person' ? path : shown,
            from: folder.from,
            folder: folder.shown,
            ...found,
          },
        ]
      );
    } catch (error) {
      signal.throwIfAborted();
      onProblem(messageOf(error));
      return [];
    }
  };
  const rules = await read(RULES_FILE);
  if (folder.isFile === true) {
    if (rules === undefined) onProblem(`${folder.path} has no instructions: it is empty, or no file.`);
    return rules ?? [];
  }
  if (rules !== undefined) return rules;
  const others: FoundRules[] = [];
  for (const name of folder.from === 'person' ? [] : OTHER_RULES_FILES)
    others.push(...((await read(name)) ?? []));
  return others;
}
