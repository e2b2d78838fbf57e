import type { SearchHit } from '../../../../../actors/protocol/workspace.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { fileName, formatRange } from '../../state/draft.js';
import type { MentionItem } from '../../state/mention-items.js';
import { splitMatches, type MatchPart } from '../../text/split-matches.js';
import { Icon } from '../parts/icon.js';
import { MiddleCut } from '../parts/middle-cut.js';
import { MENTION_TEXTS } from '../../../words/view-words.js';

// The end of a folder's path that stays where its middle is left out. Units: UTF-16 units.
const TAIL_CHARS = 12;

const CONTENT_ICONS = {
  selection: 'selection',
  problems: 'warning',
  terminal: 'terminal',
  changes: 'git-compare',
} as const;

interface Props {
  readonly item: MentionItem;
  /** The names of the roots, where there are several. */
  readonly roots: ReadonlyMap<string, string> | undefined;
}

/** What a line of the list shows: an icon, the name, and where it is or what it does. */
export function ItemLine({ item, roots }: Props) {
  if (item.kind === 'hit') return <HitLine hit={item.hit} root={roots?.get(item.hit.root)} />;
  if (item.kind === 'command') {
    const { name, description } = item.command;
    return <Line icon="chevron-right" name={name} detail={description} />;
  }
  const { offer } = item;
  switch (offer.kind) {
    case 'file':
      return <Line icon="file" name={fileName(offer.path)} detail={folderOf(offer.shown)} />;
    case 'content':
      return (
        <Line
          icon={CONTENT_ICONS[offer.content]}
          name={MENTION_TEXTS.contents[offer.content]}
          detail={offer.detail}
        />
      );
    case 'symbols':
      return (
        <Line icon="symbol-class" name={MENTION_TEXTS.moreSymbols} detail={MENTION_TEXTS.symbolsDetail} />
      );
    default:
      return (
        <Line
          icon={`symbol-${offer.icon.replace(/[^a-z-]/g, '')}`}
          name={offer.name}
          detail={fileName(offer.path) + formatRange({ ...offer.range, endLine: offer.range.startLine })}
        />
      );
  }
}

export function titleOfItem(item: MentionItem): string | undefined {
  if (item.kind === 'hit') return toVisibleName(item.hit.path);
  return item.kind === 'offer' && 'path' in item.offer ? toVisibleName(item.offer.path) : undefined;
}

interface LineProps {
  readonly icon: string;
  readonly name: string;
  readonly detail: string | undefined;
}

function Line({ icon, name, detail }: LineProps) {
  return (
    <>
      <Icon name={icon} />
      <bdi class="hit-name">{toVisibleName(name)}</bdi>{' '}
      <span class="hit-folder">{detail !== undefined && <MiddleCut text={detail} />}</span>
    </>
  );
}

function HitLine({ hit, root }: { readonly hit: SearchHit; readonly root: string | undefined }) {
  const { path, ranges, isDir } = hit;
  const nameStart = path.lastIndexOf('/') + 1;
  const folderEnd = Math.max(0, nameStart - 1);
  const tailStart = Math.max(0, folderEnd - TAIL_CHARS);
  return (
    <>
      <Icon name={isDir ? 'folder' : 'file'} />
      <bdi class="hit-name">
        <Segments segments={splitMatches(path, ranges, nameStart, path.length)} />
        {isDir && '/'}
      </bdi>{' '}
      <bdi class="hit-folder middle-cut">
        <span class="head">
          {root !== undefined && toVisibleName(nameStart > 0 ? `${root}/` : root)}
          <Segments segments={splitMatches(path, ranges, 0, tailStart)} />
        </span>
        <span class="tail">
          <Segments segments={splitMatches(path, ranges, tailStart, folderEnd)} />
        </span>
      </bdi>
    </>
  );
}

/** `src/shop` for `src/shop/cart.ts`. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.length - fileName(path).length - 1));
}

function Segments({ segments }: { readonly segments: readonly MatchPart[] }) {
  return (
    <>
      {segments.map(({ text, isMatch }, index) =>
        isMatch ? <mark key={index}>{toVisibleName(text)}</mark> : toVisibleName(text),
      )}
    </>
  );
}
