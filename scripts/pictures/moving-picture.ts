/** A frame of a moving picture. */
export interface Frame {
  /** A JPEG file. */
  readonly jpeg: Buffer;
  readonly seconds: number;
}

/** An SVG that shows the frames one after the other, again and again. `label` says what they show. Units: pixels. */
export function drawMovingPicture(
  frames: readonly Frame[],
  { width, height, label }: { readonly width: number; readonly height: number; readonly label: string },
): string {
  const total = frames.reduce((sum, { seconds }) => sum + seconds, 0);
  let start = 0;
  const drawn = frames.map(({ jpeg, seconds }, index) => {
    const [from, to] = [start / total, (start + seconds) / total].map((part) => (100 * part).toFixed(2));
    start += seconds;
    // The first frame stays behind the others, for a reader who wants no motion.
    const style = index === 0 ? '' : ` class="frame" style="animation-name:f${index}"`;
    return {
      rule:
        index === 0
          ? ''
          : `@keyframes f${index}{0%,${from}%{opacity:0}${from}%,${to}%{opacity:1}${to}%,100%{opacity:0}}`,
      image: `<image width="${width}" height="${height}" href="data:image/jpeg;base64,${jpeg.toString('base64')}"${style}/>`,
    };
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${label}">
<style>.frame{opacity:0;animation:${total}s step-end infinite}${drawn.map(({ rule }) => rule).join('')}@media (prefers-reduced-motion:reduce){.frame{animation:none}}</style>
${drawn.map(({ image }) => image).join('\n')}
</svg>
`;
}
