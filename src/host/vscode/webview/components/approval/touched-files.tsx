import type { TouchedPath } from '../../../../../actors/protocol/tool.js';
import type { PatchSize } from '../../../../markdown/read-unified-diff.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { LineCounts } from '../parts/line-counts.js';
import { APPROVAL_TEXTS } from '../../../words/view-words.js';

interface Props {
  readonly files: readonly TouchedPath[];
  readonly protectedPaths: readonly string[];
  /** How much of each file changes, by its path. Default: unknown. */
  readonly sizes: ReadonlyMap<string, PatchSize>;
}

/** Every file that a call would change, the protected ones marked. */
export function TouchedFiles({ files, protectedPaths, sizes }: Props) {
  if (files.length === 0) return null;
  return (
    <ul class="touched" aria-label={APPROVAL_TEXTS.files}>
      {files.map(({ shown, change, isExecutable }) => {
        const size = sizes.get(shown);
        return (
          <li key={`${shown} ${change}`}>
            <bdi>{toVisibleName(shown)}</bdi>
            <span>
              {APPROVAL_TEXTS.touched[change]}
              {isExecutable === true && APPROVAL_TEXTS.executable}
            </span>
            {size !== undefined && size.places > 0 && (
              <>
                <LineCounts added={size.added} removed={size.removed} />
                {size.places > 1 && <span>{APPROVAL_TEXTS.inPlaces(size.places)}</span>}
              </>
            )}
            {protectedPaths.includes(shown) && <strong>{APPROVAL_TEXTS.protected}</strong>}
          </li>
        );
      })}
    </ul>
  );
}
