import type { TouchedPath } from '../../../../../actors/protocol/tool.js';
import type { PatchSize } from '../../../../markdown/read-unified-diff.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { TOUCHED } from '../../text/describe-change.js';
import { formatCount } from '../../text/format-count.js';
import { LineCounts } from '../parts/line-counts.js';

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
    <ul class="touched" aria-label="Files">
      {files.map(({ shown, change, isExecutable }) => {
        const size = sizes.get(shown);
        return (
          <li key={`${shown} ${change}`}>
            <bdi>{toVisibleName(shown)}</bdi>
            <span>
              {TOUCHED[change]}
              {isExecutable === true && ', executable'}
            </span>
            {size !== undefined && size.places > 0 && (
              <>
                <LineCounts added={size.added} removed={size.removed} />
                {size.places > 1 && <span>in {formatCount(size.places, 'place')}</span>}
              </>
            )}
            {protectedPaths.includes(shown) && <strong>protected</strong>}
          </li>
        );
      })}
    </ul>
  );
}
