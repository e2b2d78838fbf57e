import { useEffect, useRef } from 'preact/hooks';
import type { SearchHit } from '../../../../../actors/protocol/workspace.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import type { MentionSearch } from '../../state/state.js';
import { formatCount } from '../../text/format-count.js';
import { splitMatches, type Segment } from '../../text/split-matches.js';
import { labelRoots } from '../../text/label-roots.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';

export const LISTBOX_ID = 'mention-files';

/** The id of an option, for `aria-activedescendant`. */
export function optionId(index: number): string {
  return `mention-file-${index}`;
}

interface Props {
  readonly search: MentionSearch;
  readonly dispatch: Dispatch;
}

/** The list of files that a mention may mean, better hits first. The focus stays in the message box. */
export const MentionPopup = memo<Props>(function MentionPopup({ search, dispatch }) {
  const { hits, query, active } = search;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, hits]);
  if (hits === undefined) return null;
  if (hits.length === 0)
    return (
      <div class="popup" aria-live="polite">
        {query === '' ? 'Type a part of a file name.' : `No file matches “${toVisibleName(query)}”.`}
      </div>
    );
  const labels = labelRoots(hits.map(({ root }) => root));
  return (
    // A mouse press would take the focus from the message box.
    <div class="popup" onMouseDown={(event) => event.preventDefault()}>
      <div class="for-screen-readers" aria-live="polite">
        {formatCount(hits.length, 'file')}
      </div>
      <ul ref={list} id={LISTBOX_ID} role="listbox" aria-label="Files">
        {hits.map((hit, index) => (
          <li
            key={`${hit.root}\n${hit.path}`}
            id={optionId(index)}
            role="option"
            aria-selected={index === active}
            title={toVisibleName(hit.path)}
            onClick={() => dispatch({ type: 'chooseHit', index })}
          >
            <HitName hit={hit} root={labels.size > 1 ? labels.get(hit.root) : undefined} />
          </li>
        ))}
      </ul>
    </div>
  );
});

function HitName({ hit, root }: { readonly hit: SearchHit; readonly root: string | undefined }) {
  const { path, ranges, isDir } = hit;
  const nameStart = path.lastIndexOf('/') + 1;
  return (
    <>
      <bdi class="hit-name">
        <Segments segments={splitMatches(path, ranges, nameStart, path.length)} />
        {isDir && '/'}
      </bdi>{' '}
      <bdi class="hit-folder">
        {root !== undefined && toVisibleName(nameStart > 0 ? `${root}/` : root)}
        <Segments segments={splitMatches(path, ranges, 0, Math.max(0, nameStart - 1))} />
      </bdi>
    </>
  );
}

function Segments({ segments }: { readonly segments: readonly Segment[] }) {
  return (
    <>
      {segments.map(({ text, isMatch }, index) =>
        isMatch ? <mark key={index}>{toVisibleName(text)}</mark> : toVisibleName(text),
      )}
    </>
  );
}
