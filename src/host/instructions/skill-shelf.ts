import { basename, dirname, join, resolve } from 'node:path';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import type { InstructionsSource } from '../../actors/protocol/instructions/instructions-source.js';
import type { SkillSummary } from '../../actors/protocol/instructions/skill-summary.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { isInside } from '../../actors/runtime/paths/is-inside.js';
import { isMissing } from '../../actors/tools/gate/is-missing.js';
import { SKILL_FILE, type SkillAccess } from '../../actors/tools/instructions/read-skill.js';
import { quoteValue } from '../../actors/tools/text/quote-value.js';
import type { InstructionFiles } from './instruction-files.js';

/** A skill, and where it is. */
export interface Skill extends SkillSummary {
  /** The folder that its `SKILL.md` is in. */
  readonly folder: AbsPath;
}

/** Lists files below a folder. Errors: those of Node's `fs`, but for a missing folder. */
export type ListFiles = (
  folder: string,
  isWanted: (name: string) => boolean,
  limits: { readonly maxDepth: number; readonly maxFiles: number },
) => Promise<readonly string[]>;

interface SkillShelfOptions {
  readonly files: InstructionFiles;
  readonly list: ListFiles;
  /** The roots whose skills are read. */
  readonly roots: readonly AbsPath[];
}

// Where agents look for skills of a project. The first that has a name wins.
const OF_WORKSPACE = ['.troupe/skills', '.agents/skills', '.claude/skills'];

// A skill is a folder below the folder of skills, or below a folder that groups some of them.
const MAX_DEPTH = 3;

// As many as a model can choose from at a glance.
const MAX_FILES = 50;

// With a description of a thousand characters each, the list would fill a small window. Units: skills, and UTF-16 units.
const MAX_SKILLS = 100;
const MAX_LIST_CHARS = 20_000;

/** The skills of the person and of the workspace, as they are on the disk. */
export class SkillShelf {
  readonly #options: SkillShelfOptions;

  constructor(options: SkillShelfOptions) {
    this.#options = options;
  }

  /**
   * The skills by name, the person's first where two have one name. Calls `onProblem` with a sentence for each folder
   * that cannot be used. Errors: the signal's reason.
   */
  async list(onProblem: (problem: string) => void, signal: AbortSignal): Promise<readonly Skill[]> {
    const { files, roots } = this.#options;
    const { ownFolder } = files;
    const places: readonly (readonly [string, InstructionsSource])[] = [
      ...(ownFolder === undefined ? [] : [[join(ownFolder, 'skills'), 'person'] as const]),
      ...roots.flatMap((root) => OF_WORKSPACE.map((name) => [join(root, name), 'workspace'] as const)),
    ];
    const skills = new Map<string, Skill>();
    for (const [place, from] of places)
      for (const skill of await this.#listIn(place, from, onProblem, signal))
        if (!skills.has(skill.name)) skills.set(skill.name, skill);
    const sorted = [...skills.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    const fitting = takeFitting(sorted);
    const left = sorted.length - fitting.length;
    if (left > 0)
      onProblem(
        `${left} skills are not offered: the list of ${fitting.length} others is as long as it may be.`,
      );
    return fitting;
  }

  /** The skills for the tool that reads them. */
  get access(): SkillAccess {
    const ignore = (): void => undefined;
    return {
      listNames: async (signal) => (await this.list(ignore, signal)).map(({ name }) => name),
      read: async (name, file, signal) => {
        const skill = (await this.list(ignore, signal)).find((other) => other.name === name);
        if (skill === undefined) return undefined;
        const { folder, from } = skill;
        const path = resolve(folder, file);
        if (!isInside(folder, path))
          throw new WorkspaceBoundaryError(`${quoteValue(file)} is outside of the skill ${name}.`, {
            path: file,
            roots: [folder],
          });
        const found = await this.#options.files.read(path, from, signal);
        if (found === undefined) return undefined;
        const limits = { maxDepth: MAX_DEPTH, maxFiles: MAX_FILES };
        const others = await this.#options.list(folder, (other) => other !== SKILL_FILE, limits);
        return { text: found.text, others };
      },
    };
  }

  async #listIn(
    place: string,
    from: InstructionsSource,
    onProblem: (problem: string) => void,
    signal: AbortSignal,
  ): Promise<readonly Skill[]> {
    const { files, list } = this.#options;
    const skills: Skill[] = [];
    let heads: readonly string[];
    try {
      await files.resolve(place, from);
      heads = await list(place, (name) => name === SKILL_FILE, { maxDepth: MAX_DEPTH, maxFiles: MAX_SKILLS });
    } catch (error) {
      if (isMissing(error)) return [];
      onProblem(`The skills in ${place} cannot be read: ${messageOf(error)}`);
      return [];
    }
    for (const head of heads) {
      signal.throwIfAborted();
      const path = join(place, head);
      const folder = dirname(path) as AbsPath;
      try {
        const found = await files.read(path, from, signal);
        if (found === undefined) continue;
        // Most workspaces have no skill, and it needs a parser of YAML.
        const { readSkillFile } = await import('../../actors/context/instructions/read-skill-file.js');
        const skill = readSkillFile(found.text, basename(folder));
        if (typeof skill === 'string') onProblem(`${path} ${skill}`);
        else skills.push({ ...skill, from, folder });
      } catch (error) {
        signal.throwIfAborted();
        onProblem(`${path} is no skill: ${messageOf(error)}`);
      }
    }
    return skills;
  }
}

function takeFitting(skills: readonly Skill[]): readonly Skill[] {
  let chars = 0;
  return skills
    .slice(0, MAX_SKILLS)
    .filter(({ name, description }) => (chars += name.length + description.length) <= MAX_LIST_CHARS);
}
