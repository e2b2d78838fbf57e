import { useContext, useState } from 'preact/hooks';
import type { TurnStep } from '../../../../../actors/threads/turn-view.js';
import type { Moment } from '../../../../../actors/protocol/ui-memory.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { MemoryContext } from '../../lib/memory-context.js';
import { openMessage } from '../../lib/open-message.js';
import { fileName } from '../../state/draft.js';
import { listTurnFiles, type TurnFile } from '../../text/list-turn-files.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { Icon } from '../parts/icon.js';
import { IconButton } from '../parts/icon-button.js';
import { LineCounts } from '../parts/line-counts.js';
import { REVIEW_TEXTS } from '../../../words/view-words.js';
import { TURN_FILES_TEXTS } from '../../../words/memory-words.js';

interface Props {
  /** The message that began the turn. Absent: what the files were before it is not known. */
  readonly moment: Moment | undefined;
  readonly steps: readonly TurnStep[];
}

/** The files that a turn has changed: one line, which opens to a list with what can be done with each. */
export function TurnFiles({ moment, steps }: Props) {
  const [isOpen, setOpen] = useState(false);
  const files = listTurnFiles(steps);
  if (files.length === 0) return null;
  const counted = files.flatMap(({ counts }) => (counts === undefined ? [] : [counts]));
  return (
    <section class="turn-files" aria-label={TURN_FILES_TEXTS.name}>
      <button type="button" class="quiet name" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} /> {TURN_FILES_TEXTS.changed(files.length)}{' '}
        {counted.length > 0 && (
          <LineCounts
            added={counted.reduce((sum, { added }) => sum + added, 0)}
            removed={counted.reduce((sum, { removed }) => sum + removed, 0)}
          />
        )}
      </button>
      {isOpen && (
        <ul>
          {files.map((file) => (
            <TurnFileLine key={file.path} moment={moment} file={file} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface LineProps extends Pick<Props, 'moment'> {
  readonly file: TurnFile;
}

function TurnFileLine({ moment, file: { path, change, counts } }: LineProps) {
  const dispatch = useContext(DispatchContext);
  const { changedFiles } = useContext(MemoryContext);
  const pending = changedFiles.find((one) => one.path === path);
  const name = toVisibleName(pending?.shown ?? fileName(path));
  const review = (action: 'open' | 'keep' | 'undo') => (): void =>
    dispatch({ type: 'tell', message: { type: 'review', action, path } });
  const open = (): void => {
    const message =
      moment === undefined ? openMessage({ path }) : ({ type: 'showSince', moment, path } as const);
    dispatch({ type: 'tell', message });
  };
  return (
    <li>
      <button
        type="button"
        class="quiet name"
        title={toVisibleName(path)}
        aria-label={TURN_FILES_TEXTS.open(name)}
        disabled={moment === undefined && change === 'deleted'}
        onClick={open}
      >
        <bdi>{name}</bdi>
      </button>
      {REVIEW_TEXTS.kinds[change] !== '' && <span>{REVIEW_TEXTS.kinds[change]}</span>}
      {counts !== undefined && <LineCounts {...counts} />}
      {pending !== undefined && (
        <>
          <IconButton icon="check" label={REVIEW_TEXTS.keepNamed(name)} onClick={review('keep')} />
          <IconButton icon="discard" label={REVIEW_TEXTS.undoNamed(name)} onClick={review('undo')} />
        </>
      )}
    </li>
  );
}
