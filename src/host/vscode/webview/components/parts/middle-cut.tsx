import { toVisibleName } from '../../../../markdown/visible-text.js';

// The end of a path or of a model's name tells most.
const TAIL_CHARS = 10;

/** A name of which the middle is left out where there is no room for all of it. */
export function MiddleCut({ text }: { readonly text: string }) {
  const shown = Array.from(toVisibleName(text));
  const at = Math.max(0, shown.length - TAIL_CHARS);
  return (
    <bdi class="middle-cut">
      <span class="head">{shown.slice(0, at).join('')}</span>
      <span class="tail">{shown.slice(at).join('')}</span>
    </bdi>
  );
}
