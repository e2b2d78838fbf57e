import { useState } from 'preact/hooks';
import type { ChangedFile, ReviewAction } from '../../../../../actors/protocol/ui.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { EDITED_SINCE, REVIEWED } from '../../text/describe-change.js';
import { formatCount } from '../../text/format-count.js';
import { Icon } from '../parts/icon.js';
import { LineCounts } from '../parts/line-counts.js';

interface Props {
  readonly files: readonly ChangedFile[];
  readonly dispatch: Dispatch;
}

/** The files that the agent has changed and that wait to be kept or undone, with buttons for each and for all. */
export const ReviewBar = memo<Props>(function ReviewBar({ files, dispatch }) {
  const [isOpen, setIsOpen] = useState(false);
  if (files.length === 0) return null;
  const act = (action: ReviewAction, path?: string) => (): void => {
    const one = path === undefined ? {} : { path };
    dispatch({ type: 'tell', message: { type: 'review', action, ...one } });
  };
  const sum = (of: 'added' | 'removed'): number => files.reduce((total, file) => total + file[of], 0);
  return (
    <section class="review" aria-label="Changes to review">
      <div class="review-row">
        <button type="button" class="quiet name" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {formatCount(files.length, 'file')}{' '}
          changed <LineCounts added={sum('added')} removed={sum('removed')} />
        </button>
        <button type="button" class="quiet" onClick={act('open')}>
          Review
        </button>
        <button type="button" class="quiet" onClick={act('keep')}>
          Keep
        </button>
        <button type="button" class="quiet" onClick={act('undo')}>
          Undo
        </button>
      </div>
      {isOpen && (
        <ul aria-label="Changed files">
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
      {REVIEWED[change] !== '' && <span>{REVIEWED[change]}</span>}
      {isEdited === true && <span>{EDITED_SINCE}</span>}
      <LineCounts added={added} removed={removed} />
      <button type="button" class="quiet" aria-label={`Keep ${name}`} onClick={act('keep', path)}>
        <Icon name="check" />
      </button>
      <button type="button" class="quiet" aria-label={`Undo ${name}`} onClick={act('undo', path)}>
        <Icon name="discard" />
      </button>
    </li>
  );
}
