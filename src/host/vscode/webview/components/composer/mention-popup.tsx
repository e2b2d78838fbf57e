import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ViewStatus } from '../../../../../actors/protocol/ui.js';
import { memo } from '../../lib/memo.js';
import type { Dispatch } from '../../state/action.js';
import { groupOf, keyOfItem, type MentionItem } from '../../state/mention-items.js';
import type { MentionSearch } from '../../state/state.js';
import { describeNothingFound } from '../../text/describe-nothing-found.js';
import { labelRoots } from '../../text/label-roots.js';
import { ItemLine, titleOfItem } from './item-line.js';
import { MENTION_TEXTS } from '../../../words/view-words.js';

export const LISTBOX_ID = 'mention-items';

/** The id of an option, for `aria-activedescendant`. */
export function optionId(index: number): string {
  return `mention-item-${index}`;
}

interface Props {
  readonly search: MentionSearch;
  /** The folders of the window, if it has several. */
  readonly folders: ViewStatus['folders'];
  readonly dispatch: Dispatch;
}

/** What a mention may mean, or the commands, in groups. The focus stays in the message box. */
export const MentionPopup = memo<Props>(function MentionPopup({ search, folders, dispatch }) {
  const { hits, query, items, active } = search;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active, items]);
  if (items.length === 0)
    return hits === undefined ? null : (
      <div class="popup" aria-live="polite">
        {describeNothingFound(query)}
      </div>
    );
  const roots = nameRoots(items, folders);
  const groups = groupItems(items, query);
  return (
    // A mouse press would take the focus from the message box.
    <div class="popup" onMouseDown={(event) => event.preventDefault()}>
      <div class="for-screen-readers" aria-live="polite">
        {MENTION_TEXTS.count(items.length)}
      </div>
      <div ref={list} id={LISTBOX_ID} class="list" role="listbox" aria-label={MENTION_TEXTS.suggestions}>
        {groups.map(({ name, first, members }) => (
          <Group key={`${name} ${first}`} name={name} isNamed={groups.length > 1}>
            {members.map((item, offset) => (
              <div
                key={keyOfItem(item)}
                id={optionId(first + offset)}
                role="option"
                aria-selected={first + offset === active}
                title={titleOfItem(item)}
                onClick={() => dispatch({ type: 'chooseHit', index: first + offset })}
              >
                <ItemLine item={item} roots={roots} />
              </div>
            ))}
          </Group>
        ))}
      </div>
    </div>
  );
});

function Group(props: {
  readonly name: string;
  readonly isNamed: boolean;
  readonly children: ComponentChildren;
}) {
  const { name, isNamed, children } = props;
  return (
    <div role="group" aria-label={name}>
      {isNamed && (
        <div class="group" aria-hidden="true">
          {name}
        </div>
      )}
      {children}
    </div>
  );
}

interface ItemGroup {
  readonly name: string;
  /** The index of its first line. */
  readonly first: number;
  readonly members: readonly MentionItem[];
}

function groupItems(items: readonly MentionItem[], query: string): readonly ItemGroup[] {
  const groups: { name: string; first: number; members: MentionItem[] }[] = [];
  for (const [index, item] of items.entries()) {
    const name = groupOf(item, query);
    const last = groups.at(-1);
    if (last?.name === name) last.members.push(item);
    else groups.push({ name, first: index, members: [item] });
  }
  return groups;
}

/** The names of the roots where there are several: those that the window shows if they differ, or what tells them apart. */
function nameRoots(
  items: readonly MentionItem[],
  folders: ViewStatus['folders'] = [],
): ReadonlyMap<string, string> | undefined {
  const roots = items.flatMap((item) => (item.kind === 'hit' ? [item.hit.root] : []));
  const labels = new Map(labelRoots([...roots, ...folders.map(({ path }) => path)]));
  if (labels.size < 2) return undefined;
  const names = new Set(folders.map(({ name }) => name));
  if (names.size === folders.length) for (const { path, name } of folders) labels.set(path, name);
  return labels;
}
