import { useMemo, useState } from 'preact/hooks';
import type { TextLimit } from '../../text/clamp-text.js';
import { takeLastLines } from '../../text/take-last-lines.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

// What one press of "Show more" adds: some screens, drawn in a few milliseconds even if it is one line.
const MORE: TextLimit = { maxChars: 20_000, maxLines: 400 };

interface Props {
  readonly text: string;
  /** How much is shown at first. */
  readonly limit: TextLimit;
  readonly draw: (shown: string) => preact.ComponentChildren;
}

/** A text of any length: its end, and what is before that on demand. */
export function TailText({ text, limit, draw }: Props) {
  const [pressed, setPressed] = useState(0);
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
  const shown = useMemo(
    () =>
      takeLastLines(whole, {
        maxChars: limit.maxChars + pressed * MORE.maxChars,
        maxLines: limit.maxLines + pressed * MORE.maxLines,
      }),
    [whole, limit, pressed],
  );
  const rest = whole.slice(0, whole.length - shown.length);
  return (
    <>
      {rest !== '' && (
        <button type="button" class="quiet more" onClick={() => setPressed(pressed + 1)}>
          {ACTION_TEXTS.showMoreBefore(describeRest(rest))}
        </button>
      )}
      {draw(shown)}
    </>
  );
}

function describeRest(rest: string): string {
  const lines = rest.split('\n').length - 1;
  return lines > 0 ? ACTION_TEXTS.lines(lines) : ACTION_TEXTS.characters(rest.length);
}
