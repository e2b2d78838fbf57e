import type { TouchedPath } from '../../../../../actors/protocol/tool.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';

const CHANGES: Readonly<Record<TouchedPath['change'], string>> = {
  create: 'new',
  edit: 'changed',
  delete: 'deleted',
};

interface Props {
  readonly files: readonly TouchedPath[];
  readonly protectedPaths: readonly string[];
}

/** Every file that a call would change, the protected ones marked. */
export function TouchedFiles({ files, protectedPaths }: Props) {
  if (files.length === 0) return null;
  return (
    <ul class="touched" aria-label="Files">
      {files.map(({ shown, change, isExecutable }) => (
        <li key={`${shown} ${change}`}>
          <bdi>{toVisibleName(shown)}</bdi> {CHANGES[change]}
          {isExecutable === true && ', executable'}
          {protectedPaths.includes(shown) && <strong> protected</strong>}
        </li>
      ))}
    </ul>
  );
}
