import { useMemo, useState } from 'preact/hooks';
import { clampText, type TextLimit } from '../../text/clamp-text.js';
import { toVisibleText } from '../../../../markdown/visible-text.js';
import { ACTION_TEXTS } from '../../../words/view-words.js';

// What one press of "Show more" adds: some screens, drawn in a few milliseconds even if it is one line.
const MORE: TextLimit = { maxChars: 20_000, maxLines: 400 };

interface Props {
  readonly text: string;
  /** How much is shown at first. */
  readonly limit: TextLimit;
  /** Draws the shown part. Default: as text. */
  readonly draw?: (shown: string) => preact.ComponentChildren;
}

/** A text of any length: its beginning, and more on demand. */
export function LongText({ text, limit, draw = toVisibleText }: Props) {
  const [pressed, setPressed] = useState(0);
  const { shown, restChars, restLines } = useMemo(
    () =>
      clampText(text, {
        maxChars: limit.maxChars + pressed * MORE.maxChars,
        maxLines: limit.maxLines + pressed * MORE.maxLines,
      }),
    [text, limit, pressed],
  );
  return (
    <>
      {draw(shown)}
      {restChars > 0 && (
        <button type="button" class="quiet more" onClick={() => setPressed(pressed + 1)}>
          {ACTION_TEXTS.showMoreLeft(
            restLines > 1 ? ACTION_TEXTS.lines(restLines) : ACTION_TEXTS.characters(restChars),
          )}
        </button>
      )}
    </>
  );
}
