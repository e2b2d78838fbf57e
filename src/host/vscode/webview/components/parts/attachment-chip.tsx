import type { AttachmentRef } from '../../../../../actors/protocol/attachment.js';
import { omitUndefined } from '../../../../../actors/protocol/json/omit-undefined.js';
import type { Dispatch } from '../../state/action.js';
import { Icon } from './icon.js';
import { fileName, formatRange } from '../../state/draft.js';
import { SHOWN_TYPES } from '../../text/shown-types.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { ATTACHMENT_TEXTS } from '../../../words/view-words.js';

const ICONS: Readonly<Record<AttachmentRef['kind'], string>> = {
  file: 'file',
  folder: 'folder',
  selection: 'selection',
  diagnostics: 'warning',
  output: 'terminal',
  image: 'file-media',
};

interface Props {
  readonly attached: AttachmentRef;
  /** Why it could not be read. */
  readonly problem?: string | undefined;
  readonly dispatch: Dispatch;
}

/** The name of an attachment; a button that opens it, if it is a place in the workspace. */
export function AttachmentChip({ attached, problem, dispatch }: Props) {
  const name = (
    <>
      {attached.kind === 'image' && SHOWN_TYPES.has(attached.mediaType) ? (
        <img class="thumbnail" src={`data:${attached.mediaType};base64,${attached.data}`} alt="" />
      ) : (
        <Icon name={ICONS[attached.kind]} />
      )}
      <bdi>{toVisibleName(labelOf(attached))}</bdi>
    </>
  );
  const title = toVisibleName(problem ?? describeAttachment(attached));
  if (!('path' in attached) || attached.path === undefined) return <span title={title}>{name}</span>;
  const { path } = attached;
  const line = 'range' in attached ? attached.range?.startLine : undefined;
  const message = { type: 'openFile', path, ...omitUndefined({ line }) } as const;
  return (
    <button
      type="button"
      class="quiet file"
      title={title}
      onClick={() => dispatch({ type: 'tell', message })}
    >
      {name}
      {problem !== undefined && <span class="for-screen-readers"> {toVisibleName(problem)}</span>}
    </button>
  );
}

/** The whole path with its lines, or what else is attached. */
export function describeAttachment(ref: AttachmentRef): string {
  switch (ref.kind) {
    case 'file':
    case 'selection':
      return ref.path + formatRange(ref.range);
    case 'folder':
      return ref.path;
    case 'diagnostics':
      return ref.path === undefined ? ATTACHMENT_TEXTS.problems : ATTACHMENT_TEXTS.problemsIn(ref.path);
    default:
      return ref.name;
  }
}

function labelOf(ref: AttachmentRef): string {
  switch (ref.kind) {
    case 'file':
    case 'selection':
      return fileName(ref.path) + formatRange(ref.range);
    case 'folder':
      return `${fileName(ref.path.replace(/[/\\]$/, ''))}/`;
    case 'diagnostics':
      return ref.path === undefined
        ? ATTACHMENT_TEXTS.problems
        : ATTACHMENT_TEXTS.problemsIn(fileName(ref.path));
    default:
      return ref.name;
  }
}
