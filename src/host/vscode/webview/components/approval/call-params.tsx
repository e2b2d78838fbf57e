import { toVisibleText } from '../../../../markdown/visible-text.js';
import type { TextLimit } from '../../text/clamp-text.js';
import { describeParams } from '../../text/describe-params.js';
import { LongText } from '../parts/long-text.js';

/** What a call is made with, name by name, with hidden characters visible. A long text has a button that shows more of it. */
export function CallParams({ params, limit }: { readonly params: unknown; readonly limit: TextLimit }) {
  const lines = describeParams(params);
  if (lines.length === 0) return null;
  return (
    <dl class="params">
      {lines.map(({ label, value }) => (
        <div key={label}>
          <dt>
            <bdi>{toVisibleText(label)}</bdi>
          </dt>
          <dd class="as-written" dir="auto">
            <LongText text={value.replaceAll('\r\n', '\n')} limit={limit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
