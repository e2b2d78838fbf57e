import { Fragment } from 'preact';
import type { CallLine } from '../../steps/describe-call.js';
import type { ObjectPart, Outcome } from '../../steps/step-line.js';
import { Elapsed } from '../parts/elapsed.js';
import { PlaceLink } from '../parts/place-link.js';

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
      {since !== undefined && (
        <>
          {' '}
          <Elapsed since={since} />
        </>
      )}
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
  return (
    <PlaceLink key={key} place={part.place}>
      <bdi>{part.text}</bdi>
    </PlaceLink>
  );
}

function drawOutcome({ text, spoken, isError }: Outcome) {
  const name = isError === true ? 'step-outcome failure' : 'step-outcome';
  if (spoken === undefined) return <bdi class={name}>{text}</bdi>;
  return (
    <span class={name}>
      <span aria-hidden="true">{text}</span>
      <span class="for-screen-readers">{spoken}</span>
    </span>
  );
}
