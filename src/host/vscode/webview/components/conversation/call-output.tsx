import { useMemo } from 'preact/hooks';
import type { CallStep } from '../../../../../actors/threads/turn-view.js';
import { plainText, toVisibleText } from '../../../../markdown/visible-text.js';
import { listsPlaces, readHits } from '../../steps/read-hits.js';
import { readCommandOutput } from '../../steps/read-result.js';
import { isCommand } from '../../steps/tools.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { toPlainWords } from '../../text/plain-words.js';
import { takeLastLines } from '../../text/take-last-lines.js';
import { LongText } from '../parts/long-text.js';
import { PlaceLink } from '../parts/place-link.js';
import { CallImages } from './call-images.js';
import { TailText } from '../parts/tail-text.js';

// Enough of a result to get an impression; the model has the rest.
const LIMIT: TextLimit = { maxChars: 2_000, maxLines: 24 };

/** What a call returned: of a command the end of what it printed, of a search places that can be opened. */
export function CallOutput({ step }: { readonly step: CallStep }) {
  return (
    <>
      <CallText step={step} />
      {step.images !== undefined && <CallImages images={step.images} />}
    </>
  );
}

function CallText({ step }: { readonly step: CallStep }) {
  const { tool, params, state, output = '' } = step;
  const text = useMemo(() => {
    const plain = plainText(output);
    if (isCommand(tool)) return readCommandOutput(plain);
    // A message about a failure is written for the model; a result is not to be changed.
    return state === 'done' ? plain : toPlainWords(plain);
  }, [tool, state, output]);
  if (text === '') return null;
  if (isCommand(tool)) return <TailText text={text} limit={LIMIT} draw={drawPre} />;
  const isList = state === 'done' && listsPlaces(tool);
  return (
    <LongText text={text} limit={LIMIT} draw={isList ? (shown) => drawHits(tool, params, shown) : drawPre} />
  );
}

/** The end of the output so far. */
export function LiveOutput({ output = '' }: { readonly output: string | undefined }) {
  const shown = useMemo(() => takeLastLines(plainText(output), LIMIT), [output]);
  return shown === '' ? null : drawPre(shown);
}

function drawPre(shown: string) {
  return <pre class="as-written output">{toVisibleText(shown)}</pre>;
}

function drawHits(tool: string, params: unknown, shown: string) {
  return (
    <pre class="as-written output">
      {readHits(tool, params, shown.split('\n')).map(({ text, place, placeChars = 0 }, index) => (
        <span key={index}>
          {index > 0 && '\n'}
          {place !== undefined && (
            <PlaceLink place={place}>{toVisibleText(text.slice(0, placeChars))}</PlaceLink>
          )}
          {toVisibleText(text.slice(placeChars))}
        </span>
      ))}
    </pre>
  );
}
