import type { CallPreview } from '../../../../../actors/protocol/tool.js';
import { type FilePatch, measurePatch } from '../../../../markdown/read-unified-diff.js';
import { describeWhole } from '../../text/describe-change.js';
import { CallPreviewView } from './call-preview.js';
import { APPROVAL_TEXTS } from '../../../words/view-words.js';

// A diff of this many lines leaves the question and the answers in sight.
const MAX_OPEN_LINES = 24;

interface Props {
  readonly preview: Extract<CallPreview, { kind: 'diff' }>;
  /** The files of the diff; `undefined` for one that was cut, or that names no files. */
  readonly patches: readonly FilePatch[] | undefined;
}

/** The diff of a question: a short one at once, a long one behind a line that says how much it is. */
export function WholeChange({ preview, patches }: Props) {
  const lines = preview.diff.split('\n').length;
  const places = patches?.reduce((sum, patch) => sum + measurePatch(patch).places, 0) ?? 0;
  // The engine ends a diff that it has cut like this.
  const isCut = patches === undefined && preview.diff.endsWith('…');
  if (isCut)
    return (
      <>
        <p class="label">{APPROVAL_TEXTS.tooLong}</p>
        <CallPreviewView preview={preview} />
      </>
    );
  if (patches === undefined || lines <= MAX_OPEN_LINES) return <CallPreviewView preview={preview} />;
  return (
    <details class="whole">
      <summary>{describeWhole(patches.length, places)}</summary>
      <CallPreviewView preview={preview} />
    </details>
  );
}
