import type { ChangeHunk, ChangeRecord } from '../../../../../actors/protocol/tool.js';
import { toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { LongText } from '../parts/long-text.js';
import { PlaceLink } from '../parts/place-link.js';
import { APPROVAL_TEXTS, REVIEW_TEXTS } from '../../../words/view-words.js';

// A change that fills a screen or two; the rest on demand.
const LIMIT: TextLimit = { maxChars: 20_000, maxLines: 200 };

const KINDS: Readonly<Record<ChangeRecord['kind'], string>> = { ...REVIEW_TEXTS.kinds, modified: '' };

/** The changes that a call has made, file by file. */
export function ChangesView({ changes }: { readonly changes: readonly ChangeRecord[] }) {
  return (
    <>
      {changes.map((change) => (
        <div key={change.path} class="change">
          <ChangedFile change={change} />
          {change.hunks !== undefined && change.hunks.length > 0 && (
            <LongText text={writeHunks(change.hunks)} limit={LIMIT} draw={drawLines} />
          )}
        </div>
      ))}
    </>
  );
}

function ChangedFile({ change: { kind, path, hunks } }: { readonly change: ChangeRecord }) {
  const first = hunks?.[0];
  const line = first === undefined || first.newStart < 1 ? {} : { line: first.newStart };
  const name = (
    <bdi>{toVisibleName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1))}</bdi>
  );
  return (
    <div class="label">
      {kind === 'deleted' ? name : <PlaceLink place={{ path, ...line }}>{name}</PlaceLink>}
      {KINDS[kind] !== '' && ` ${KINDS[kind]}`}
    </div>
  );
}

/** The lines of all hunks; an empty line without a sign stands between two. */
function writeHunks(hunks: readonly ChangeHunk[]): string {
  return hunks.map(({ lines }) => lines.map((line) => line.replace(/\r$/, '')).join('\n')).join('\n\n');
}

function drawLines(shown: string) {
  return (
    <pre class="preview diff" tabIndex={0} dir="ltr" aria-label={APPROVAL_TEXTS.change}>
      {shown.split('\n').map((line, index) => (
        <span key={index} class={kindOf(line)}>
          {line === '' ? '⋯' : toVisibleText(line)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

function kindOf(line: string): string {
  if (line.startsWith('+')) return 'added';
  if (line.startsWith('-')) return 'removed';
  return line === '' ? 'hunk' : 'same';
}
