import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Place } from '../../../../markdown/read-place.js';
import { toVisibleName } from '../../../../markdown/visible-text.js';
import { DispatchContext } from '../../lib/dispatch-context.js';

interface Props {
  readonly place: Place;
  readonly children: ComponentChildren;
}

/** A link that opens a file, a folder or lines of a file in the editor. */
export function PlaceLink({ place, children }: Props) {
  const dispatch = useContext(DispatchContext);
  const { path, line, endLine, column } = place;
  const message = {
    type: 'openFile',
    path,
    ...(line === undefined ? {} : { line }),
    ...(endLine === undefined ? {} : { endLine }),
    ...(column === undefined ? {} : { column }),
  } as const;
  return (
    <button
      type="button"
      class="place"
      title={toVisibleName(path) + describeLines(place)}
      onClick={() => dispatch({ type: 'tell', message })}
    >
      {children}
    </button>
  );
}

function describeLines({ line, endLine }: Place): string {
  if (line === undefined) return '';
  return endLine === undefined || endLine === line ? `:${line}` : `:${line}-${endLine}`;
}
