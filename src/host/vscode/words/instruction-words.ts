import { formatCount } from './format-count.js';

/** Rules files, skills, and commands of people's own. */
export const INSTRUCTION_TEXTS = {
  follows: 'Follows',
  followsChanged: 'Follows the changed',
  gone: 'No longer follows',
  cut: (chars: number) => `cut: ${chars} characters did not fit`,
  knows: (skills: number) => `Knows ${formatCount(skills, 'skill')}`,
  noSkills: 'Knows no skills any more',
  ownCommand: 'your own',
  workspaceCommand: 'of this workspace',
  notListed: 'The commands of your own could not be read',
  notExpanded: 'The command could not be read',
};
