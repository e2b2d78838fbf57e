import type { TurnStep } from '../../../../../actors/threads/turn-view.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { INSTRUCTION_TEXTS } from '../../../words/instruction-words.js';
import { PlaceLink } from '../parts/place-link.js';

interface Props {
  readonly step: TurnStep & { readonly kind: 'instructions' };
}

type File = Props['step']['files'][number];

/** The rules files that the model was given, as one quiet line of links, and how many skills it knows. */
export function InstructionsLine({ step: { files, skills } }: Props) {
  const { follows, followsChanged, gone, knows, noSkills } = INSTRUCTION_TEXTS;
  return (
    <p class="note">
      <Files verb={follows} files={files.filter(({ change }) => change === undefined)} />
      <Files verb={followsChanged} files={files.filter(({ change }) => change === 'changed')} />
      <Files verb={gone} files={files.filter(({ change }) => change === 'gone')} />
      {skills !== undefined && `${skills.length === 0 ? noSkills : knows(skills.length)}.`}
    </p>
  );
}

function Files({ verb, files }: { readonly verb: string; readonly files: readonly File[] }) {
  if (files.length === 0) return null;
  return (
    <>
      {verb}
      {files.map(({ path, shown, omittedChars, change }, index) => (
        <>
          {index === 0 ? ' ' : ', '}
          {change === 'gone' ? (
            <bdi>{toVisibleName(shown)}</bdi>
          ) : (
            <PlaceLink place={{ path }}>
              <bdi>{toVisibleName(shown)}</bdi>
            </PlaceLink>
          )}
          {omittedChars !== undefined && ` (${INSTRUCTION_TEXTS.cut(omittedChars)})`}
        </>
      ))}
      {'. '}
    </>
  );
}
