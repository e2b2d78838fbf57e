import { useMemo } from 'preact/hooks';
import type { CallPreview } from '../../../../../actors/protocol/tool.js';
import { memo } from '../../lib/memo.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { parseDiffLines } from '../../../../markdown/parse-diff-lines.js';
import { toVisibleName, toVisibleText } from '../../../../markdown/visible-text.js';
import { LongText } from '../parts/long-text.js';
import { WithCode } from '../parts/with-code.js';
import { APPROVAL_TEXTS } from '../../../words/view-words.js';

// A change that fills a screen or two; the rest on demand.
const LIMIT: TextLimit = { maxChars: 20_000, maxLines: 200 };

/** Shows what a call would do, or did, as plain text with hidden characters visible. */
export const CallPreviewView = memo<{ readonly preview: CallPreview }>(function CallPreviewView({ preview }) {
  switch (preview.kind) {
    case 'command':
      return (
        <>
          {/* Always whole, because the end may be what matters. */}
          <pre class="preview" tabIndex={0} dir="ltr" aria-label={APPROVAL_TEXTS.command}>
            {toVisibleText(preview.command)}
          </pre>
          {preview.cwd !== '' && (
            <div class="label">
              {APPROVAL_TEXTS.in} <bdi>{toVisibleName(preview.cwd)}</bdi>
            </div>
          )}
          {preview.notes.map((note) => (
            <div class="label" key={note}>
              <WithCode text={note} />
            </div>
          ))}
        </>
      );
    case 'page':
      return (
        <>
          {/* Where it goes comes first: the rest of an address may say anything. */}
          <strong class="host" dir="ltr">
            {toVisibleName(preview.host)}
          </strong>
          <pre class="preview" tabIndex={0} dir="ltr" aria-label={APPROVAL_TEXTS.address}>
            {toVisibleText(preview.url)}
          </pre>
        </>
      );
    case 'search':
      return (
        <pre class="preview" tabIndex={0} dir="auto" aria-label={APPROVAL_TEXTS.query}>
          {toVisibleText(preview.query)}
        </pre>
      );
    case 'diff':
      return <Long text={preview.diff} draw={drawDiff} />;
    default:
      return <Long text={preview.text} draw={drawText} />;
  }
});

interface LongProps {
  readonly text: string;
  readonly draw: (shown: string) => preact.ComponentChildren;
}

function Long({ text, draw }: LongProps) {
  // Windows line ends are ordinary; all other hidden characters are made visible.
  const lines = useMemo(() => text.replaceAll('\r\n', '\n'), [text]);
  return <LongText text={lines} limit={LIMIT} draw={draw} />;
}

function drawText(shown: string) {
  return (
    <pre class="preview" tabIndex={0} dir="ltr" aria-label={APPROVAL_TEXTS.effect}>
      {toVisibleText(shown)}
    </pre>
  );
}

function drawDiff(shown: string) {
  return (
    <pre class="preview diff" tabIndex={0} dir="ltr" aria-label={APPROVAL_TEXTS.change}>
      {parseDiffLines(shown).map(({ kind, text }, index) => (
        <span key={index} class={kind}>
          {toVisibleText(text)}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
