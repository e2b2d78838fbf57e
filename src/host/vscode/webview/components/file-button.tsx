import type { Mention } from '../../../../actors/protocol/ui.js';
import type { Act } from '../state/action.js';
import { fileName } from '../state/draft.js';
import { visibleName } from '../../../markdown/visible-text.js';

interface Props {
  readonly mention: Mention;
  readonly act: Act;
}

/** The name of a file, which opens it. */
export function FileButton({ mention, act }: Props) {
  return (
    <button
      type="button"
      class="file"
      title={visibleName(mention.path)}
      onClick={() => act({ type: 'tell', message: { type: 'openFile', mention } })}
    >
      <bdi>{visibleName(fileName(mention.path))}</bdi>
    </button>
  );
}
