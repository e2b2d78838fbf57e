import { join } from 'node:path';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import { createReadSkillTool, SKILL_TOOL } from '../../actors/tools/instructions/read-skill.js';
import type { InstructionsReader } from './instructions-reader.js';
import { InstructionFiles, type InstructionFilesDeps } from './instruction-files.js';
import type { InstructionsOptions } from './instructions-options.js';
import { readRules, type RulesFolder } from './read-rules.js';
import { type ListFiles, type Skill, SkillShelf } from './skill-shelf.js';
import type { HostInstructions } from './host-instructions.js';
import { OwnCommands } from './own-commands.js';

interface InstructionsDeps extends Omit<InstructionFilesDeps, 'ownFolder' | 'ownFile'> {
  readonly roots: readonly AbsPath[];
  readonly list: ListFiles;
  readonly tools: ToolRegistry;
}

/** The instructions of a host. */
export interface Instructions {
  readonly reader: InstructionsReader;
  readonly access: HostInstructions;
  /** Registers the tool that reads skills, if there are some. Never rejects. */
  offerSkills(): Promise<void>;
}

/** What reads rules files and skills, as the options say. */
export function composeInstructions(
  { workspace = true, ownFolder, ownFile }: InstructionsOptions,
  { roots: all, list, tools, ...deps }: InstructionsDeps,
): Instructions {
  const { gate } = deps;
  const roots = workspace ? all : [];
  const files = new InstructionFiles({
    ...deps,
    ...omitUndefined({ ownFolder, ownFile }),
  });
  const skills = new SkillShelf({ files, list, roots });
  /** Each problem is said once for as long as it is the same. */
  const said = new Set<string>();
  const once =
    (say: (problem: string) => void) =>
    (problem: string): void => {
      if (!said.has(problem)) say(problem);
      said.add(problem);
    };
  const ofRoots = roots.map((path): RulesFolder => {
    return { path, from: 'workspace', shown: all.length === 1 ? '' : path, depth: 0 };
  });
  // Nothing is farther from a file than what holds for all of a person's work.
  const ofPerson = [
    ...(ownFile === undefined ? [] : [{ path: ownFile, isFile: true }]),
    ...(ownFolder === undefined ? [] : [{ path: ownFolder }]),
  ].map((place): RulesFolder => ({
    ...place,
    path: place.path as AbsPath,
    from: 'person',
    shown: '',
    depth: -1,
  }));
  const reader: InstructionsReader = {
    everywhere: [...ofRoots, ...ofPerson],
    locate: async (path) => {
      const place = await gate.resolve(path).catch(() => undefined);
      if (place === undefined || !roots.includes(place.root)) return undefined;
      const { root, path: below } = place;
      return {
        below,
        folder: (way) => ({
          path: join(root, way) as AbsPath,
          from: 'workspace',
          shown: gate.show({ root, path: way as typeof below }),
          depth: way.split('/').length,
        }),
      };
    },
    read: (folder, onProblem, signal) => readRules(files, folder, once(onProblem), signal),
    listSkills: async (onProblem, signal) => {
      const found = await skills.list(once(onProblem), signal);
      // The next turn has it; this one keeps the tools that it began with.
      offer(found);
      return found.map(({ name, description, from }) => ({ name, description, from }));
    },
  };
  const commands = new OwnCommands({ files, list, roots });
  const { signal } = new AbortController();
  const offer = (found: readonly Skill[]): void => {
    if (found.length > 0 && tools.get(SKILL_TOOL) === undefined)
      tools.register(createReadSkillTool(skills.access));
  };
  return {
    reader,
    access: {
      listCommands: async () => {
        const problems: string[] = [];
        return { commands: await commands.list((problem) => problems.push(problem), signal), problems };
      },
      expandCommand: (name, argument, mode) => commands.expand(name, argument, { mode, signal }),
      listSkills: async () => {
        const problems: string[] = [];
        return { skills: await skills.list((problem) => problems.push(problem), signal), problems };
      },
    },
    offerSkills: async () => {
      offer(await skills.list(() => undefined, signal));
    },
  };
}
