import { useState } from 'preact/hooks';
import { omitUndefined } from '../../../../../actors/protocol/json/omit-undefined.js';
import type { ChangedFile, ReviewAction } from '../../../../../actors/protocol/ui.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { Icon } from '../parts/icon.js';
import { LineCounts } from '../parts/line-counts.js';
import { REVIEW_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly files: readonly ChangedFile[];
  readonly dispatch: Dispatch;
}

/** The files that the agent has changed and that wait to be kept or undone, with buttons for each and for all. */
export const ReviewBar = memo<Props>(function ReviewBar({ files, dispatch }) {
  const [isOpen, setIsOpen] = useState(false);
  if (files.length === 0) return null;
  const act = (action: ReviewAction, path?: string) => (): void => {
    const one = omitUndefined({ path });
    dispatch({ type: 'tell', message: { type: 'review', action, ...one } });
  };
  const sum = (of: 'added' | 'removed'): number => files.reduce((total, file) => total + file[of], 0);
  return (
    <section class="review" aria-label={REVIEW_TEXTS.changes}>
      <div class="review-row">
        <button type="button" class="quiet name" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {REVIEW_TEXTS.filesChanged(files.length)}{' '}
          <LineCounts added={sum('added')} removed={sum('removed')} />
        </button>
        <button type="button" class="quiet" onClick={act('open')}>
          {REVIEW_TEXTS.review}
        </button>
        <button type="button" class="quiet" onClick={act('keep')}>
          {REVIEW_TEXTS.keep}
        </button>
        <button type="button" class="quiet" onClick={act('undo')}>
          {REVIEW_TEXTS.undo}
        </button>
      </div>
      {isOpen && (
        <ul aria-label={REVIEW_TEXTS.changedFiles}>
          {files.map((file) => (
            <ReviewedFile key={file.path} file={file} act={act} />
          ))}
        </ul>
      )}
    </section>
  );
});

interface FileProps {
  readonly file: ChangedFile;
  readonly act: (action: ReviewAction, path: string) => () => void;
}

function ReviewedFile({ file: { path, shown, change, added, removed, isEdited }, act }: FileProps) {
  const name = toVisibleName(shown);
  return (
    <li>
      <button type="button" class="quiet name" title={name} onClick={act('open', path)}>
        <bdi>{name}</bdi>
      </button>
      {REVIEW_TEXTS.kinds[change] !== '' && <span>{REVIEW_TEXTS.kinds[change]}</span>}
      {isEdited === true && <span>{REVIEW_TEXTS.editedSince}</span>}
      <LineCounts added={added} removed={removed} />
      <button
        type="button"
        class="quiet"
        aria-label={REVIEW_TEXTS.keepNamed(name)}
        onClick={act('keep', path)}
      >
        <Icon name="check" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={REVIEW_TEXTS.undoNamed(name)}
        onClick={act('undo', path)}
      >
        <Icon name="discard" />
      </button>
    </li>
  );
}
