import { readFrontMatter } from './front-matter.js';

/** What a `SKILL.md` says about its skill. */
export interface SkillHead {
  readonly name: string;
  readonly description: string;
}

// Names that every model copies without a mistake.
const NAME = /^[\p{Letter}\p{Number}][\p{Letter}\p{Number}_-]{0,63}$/u;

// As long as other agents allow: the list of skills is in each request. Units: UTF-16 units.
const MAX_DESCRIPTION_CHARS = 1_024;

/**
 * The name and the description in the front matter of a `SKILL.md`, or why it is no skill, as a phrase after its path.
 * Shape: without a name, the skill has that of its folder.
 */
export function readSkillFile(text: string, folder: string): SkillHead | string {
  const { fields, problem } = readFrontMatter(text);
  if (problem !== undefined) return `is no skill: ${problem}`;
  const { name = folder, description } = fields;
  if (typeof name !== 'string' || !NAME.test(name))
    return 'is no skill: its name must be 1 to 64 letters, digits, "-" or "_".';
  if (typeof description !== 'string' || description.trim() === '')
    return 'is no skill: its front matter has no description, by which a model decides when to use it.';
  const oneLine = description.replaceAll(/\s+/gu, ' ').trim();
  if (oneLine.length > MAX_DESCRIPTION_CHARS)
    return `is no skill: its description is longer than ${MAX_DESCRIPTION_CHARS} characters.`;
  return { name, description: oneLine };
}
