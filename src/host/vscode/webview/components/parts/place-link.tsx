import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { Place } from '../../../../markdown/read-place.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { openMessage } from '../../lib/open-message.js';
import { describePlace } from '../../text/describe-place.js';

interface Props {
  readonly place: Place;
  readonly children: ComponentChildren;
}

/** A link that opens a file, a folder or lines of a file in the editor. */
export function PlaceLink({ place, children }: Props) {
  const dispatch = useContext(DispatchContext);
  return (
    <button
      type="button"
      class="place"
      title={describePlace(place)}
      onClick={() => dispatch({ type: 'tell', message: openMessage(place) })}
    >
      {children}
    </button>
  );
}
