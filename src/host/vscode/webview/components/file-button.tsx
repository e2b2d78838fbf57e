import type { Mention } from '../../../../actors/protocol/ui.js';
import type { Act } from '../state/action.js';
import { fileName } from '../state/draft.js';
import { visibleName } from '../../../markdown/visible-text.js';

interface Props {
  readonly mention: Mention;
  readonly act: Act;
}

/** The name of a file, which opens it, at the line that is meant. */
export function FileButton({ mention, act }: Props) {
  const { line } = mention;
  const place = line === undefined ? '' : `:${line}`;
  return (
    <button
      type="button"
      class="file"
      title={visibleName(mention.path) + place}
      onClick={() => {
        const message = { type: 'openFile', mention, ...(line === undefined ? {} : { line }) } as const;
        act({ type: 'tell', message });
      }}
    >
      <bdi>{visibleName(fileName(mention.path)) + place}</bdi>
    </button>
  );
}
