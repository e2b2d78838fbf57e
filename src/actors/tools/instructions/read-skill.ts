import { z } from 'zod';
import { fenceText } from '../../protocol/attachments.js';
import { FileNotFoundError, ToolExecutionError } from '../../protocol/errors.js';
import type { Tool } from '../../protocol/tool.js';
import { buildValidation } from '../calls/validate.js';
import { findClosestName } from '../calls/find-closest-name.js';
import { quoteValue } from '../text/quote-value.js';

/** A file of a skill, and which other files the skill has. */
interface SkillFile {
  readonly text: string;
  /** Relative to the folder of the skill. */
  readonly others: readonly string[];
}

/** The skills that a model may read. */
export interface SkillAccess {
  /** The names of all skills. Errors: the signal's reason. */
  listNames(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * A file in the folder of a skill. `undefined`: there is none. Errors: `WorkspaceBoundaryError` for a path that leads
   * out of the folder; those of reading files.
   */
  read(name: string, file: string, signal: AbortSignal): Promise<SkillFile | undefined>;
}

/** The file that every skill has. */
export const SKILL_FILE = 'SKILL.md';

/** The name of the tool that reads skills. */
export const SKILL_TOOL = 'read_skill';

const schema = z.strictObject({
  name: z.string().min(1).describe('The name of the skill, as it is listed.'),
  file: z
    .string()
    .min(1)
    .default(SKILL_FILE)
    .describe(`A file in the folder of the skill. ${SKILL_FILE} comes first.`),
});

/** The tool that shows the instructions of a skill. */
export function createReadSkillTool(skills: SkillAccess): Tool<z.output<typeof schema>, SkillFile> {
  return {
    name: SKILL_TOOL,
    description:
      'Reads a skill: instructions for a certain kind of task. Read it before you begin such a task, and then the ' +
      'files that it names and that you need.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(SKILL_TOOL, schema),
    // They are no files that the person works on.
    paths: () => [],

    async run({ name, file }, { signal }) {
      const found = await skills.read(name, file, signal);
      if (found !== undefined) return found;
      const names = await skills.listNames(signal);
      if (names.includes(name))
        throw new FileNotFoundError(`The skill ${quoteValue(name)} has no file ${quoteValue(file)}.`, {
          path: file,
          suggestions: [],
        });
      const closest = findClosestName(name, names);
      const advice =
        closest === undefined ? `There are: ${names.join(', ')}.` : `Did you mean ${quoteValue(closest)}?`;
      throw new ToolExecutionError(
        `There is no skill named ${quoteValue(name)}. ${names.length === 0 ? 'There are none.' : advice}`,
        { tool: SKILL_TOOL },
      );
    },

    format: ({ text, others }, { name, file }) => {
      const list = others.length === 0 ? '' : `\nOther files of the skill: ${others.join(', ')}`;
      return `${file} of the skill ${name}:\n${fenceText(text)}${list}`;
    },
  };
}
