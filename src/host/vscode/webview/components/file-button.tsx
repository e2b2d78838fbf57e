import type { Mention } from '../../../../actors/protocol/ui.js';
import type { Dispatch } from '../state/action.js';
import { fileName } from '../state/draft.js';
import { toVisibleName } from '../../../markdown/visible-text.js';

interface Props {
  readonly mention: Mention;
  readonly dispatch: Dispatch;
}

/** A button with the name of a file, which opens the file at the mentioned line. */
export function FileButton({ mention, dispatch }: Props) {
  const { line } = mention;
  const place = line === undefined ? '' : `:${line}`;
  return (
    <button
      type="button"
      class="quiet file"
      title={toVisibleName(mention.path) + place}
      onClick={() => {
        const message = { type: 'openFile', mention, ...(line === undefined ? {} : { line }) } as const;
        dispatch({ type: 'tell', message });
      }}
    >
      <bdi>{toVisibleName(fileName(mention.path)) + place}</bdi>
    </button>
  );
}
