import type { RulesFile } from '../../protocol/instructions/rules-file.js';
import type { SkillSummary } from '../../protocol/instructions/skill-summary.js';

const VERBS = { new: 'Follows', changed: 'Follows the changed', gone: 'No longer follows' } as const;

/** What the model was given, as sentences for the person: `Follows AGENTS.md. Knows 2 skills.` */
export function describeInstructions({
  files,
  skills,
}: {
  readonly files: readonly Pick<RulesFile, 'shown' | 'change' | 'omittedChars'>[];
  readonly skills?: readonly SkillSummary[];
}): string {
  const sentences = (['new', 'changed', 'gone'] as const).flatMap((state) => {
    const names = files.filter(({ change = 'new' }) => change === state).map(describeFile);
    return names.length === 0 ? [] : [`${VERBS[state]} ${names.join(', ')}.`];
  });
  if (skills !== undefined && skills.length > 0)
    sentences.push(skills.length === 1 ? 'Knows 1 skill.' : `Knows ${skills.length} skills.`);
  if (skills?.length === 0) sentences.push('Knows no skills any more.');
  return sentences.join(' ');
}

function describeFile({ shown, omittedChars = 0 }: Pick<RulesFile, 'shown' | 'omittedChars'>): string {
  return omittedChars === 0 ? shown : `${shown} (cut: ${omittedChars} characters did not fit)`;
}
