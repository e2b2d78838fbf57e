import { Fragment } from 'preact';
import { useContext } from 'preact/hooks';
import type { Place } from '../../../../markdown/read-place.js';
import { DispatchContext } from '../../lib/dispatch-context.js';
import { openMessage } from '../../lib/open-message.js';
import type { CallLine } from '../../steps/describe-call.js';
import type { ObjectPart, Outcome } from '../../steps/step-line.js';
import { describePlace } from '../../text/describe-place.js';
import { Elapsed } from '../parts/elapsed.js';
import { IconButton } from '../parts/icon-button.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

// `ended by SIGKILL` is kept whole on a narrow line. Units: UTF-16 units.
const MAX_WORD_CHARS = 20;

/** What a call does, to what, and what came of it. */
export function CallLineView({ verb, object, outcomes, since }: CallLine) {
  return (
    <>
      <span class="step-text">
        <span class="step-verb">{verb}</span> {object.map(drawPart)}
      </span>
      {outcomes.map((outcome, index) => (
        <Fragment key={index}>
          <span class="step-dot"> · </span>
          {drawOutcome(outcome)}
        </Fragment>
      ))}
      {since !== undefined && <Elapsed since={since} />}
    </>
  );
}

function drawPart(part: ObjectPart, key: number) {
  if (typeof part === 'string') return <bdi key={key}>{part}</bdi>;
  if ('code' in part)
    return (
      <code key={key} dir="ltr">
        {part.code}
      </code>
    );
  return <PlaceName key={key} place={part.place} text={part.text} />;
}

/** The name of a place on a line that opens by itself: the pointer may press it, the keyboard has `OpenButton`. */
function PlaceName({ place, text }: { readonly place: Place; readonly text: string }) {
  const dispatch = useContext(DispatchContext);
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    dispatch({ type: 'tell', message: openMessage(place) });
  };
  return (
    <bdi class="place-name" title={describePlace(place)} onClick={open}>
      {text}
    </bdi>
  );
}

/** A button that opens the first place that a line names; nothing for a line without one. */
export function OpenButton({ object }: Pick<CallLine, 'object'>) {
  const dispatch = useContext(DispatchContext);
  const part = object.find((one) => typeof one !== 'string' && 'place' in one);
  if (part === undefined || typeof part === 'string' || !('place' in part)) return null;
  const { place, text } = part;
  return (
    <IconButton
      icon="go-to-file"
      name="step-open"
      label={ACTION_TEXTS.open(text)}
      onClick={() => dispatch({ type: 'tell', message: openMessage(place) })}
    />
  );
}

function drawOutcome({ text, spoken, isError }: Outcome) {
  const name = [
    'step-outcome',
    ...(isError === true ? ['failure'] : []),
    ...(text.length > MAX_WORD_CHARS ? ['sentence'] : []),
  ].join(' ');
  if (spoken === undefined) return <bdi class={name}>{text}</bdi>;
  return (
    <span class={name}>
      <span aria-hidden="true">{text}</span>
      <span class="for-screen-readers">{spoken}</span>
    </span>
  );
}
