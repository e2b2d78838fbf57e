/** One line of a plot: where most of it lies. */
export interface Range {
  readonly label: string;
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  /** Whether it is what the plot is about. */
  readonly isOurs: boolean;
}

const WIDTH = 760;
const LABEL_WIDTH = 250;
const VALUE_WIDTH = 90;
const ROW_HEIGHT = 26;
const TOP = 58;
const BOTTOM = 44;

// Colours that can be read on white and on dark grey.
const STYLE = `
    text { font: 13px system-ui, sans-serif; fill: #1f2328; }
    .title { font-weight: 600; font-size: 15px; }
    .quiet { fill: #59636e; font-size: 12px; }
    .grid { stroke: #d1d9e0; }
    .peer { stroke: #818b98; fill: #818b98; }
    .ours { stroke: #0969da; fill: #0969da; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .quiet { fill: #9198a1; }
      .grid { stroke: #3d444d; }
      .peer { stroke: #9198a1; fill: #9198a1; }
      .ours { stroke: #4493f8; fill: #4493f8; }
    }`;

/**
 * A picture of ranges on a logarithmic scale: a line from low to high with a dot in the middle, and its value beside it.
 * Shape: an SVG document, for light and dark pages. Values are above 0.
 */
export function drawRanges(
  title: string,
  {
    unit,
    explanation,
    ranges,
  }: { readonly unit: string; readonly explanation: string; readonly ranges: readonly Range[] },
): string {
  const lowest = Math.floor(Math.log10(Math.min(...ranges.map(({ low }) => low))));
  const highest = Math.max(lowest + 1, Math.ceil(Math.log10(Math.max(...ranges.map(({ high }) => high)))));
  const plotWidth = WIDTH - LABEL_WIDTH - VALUE_WIDTH;
  const x = (value: number): number =>
    Math.round((LABEL_WIDTH + (plotWidth * (Math.log10(value) - lowest)) / (highest - lowest)) * 10) / 10;
  const bottom = TOP + ranges.length * ROW_HEIGHT;
  const height = bottom + BOTTOM;

  const decades = Array.from({ length: highest - lowest + 1 }, (_, at) => 10 ** (lowest + at));
  const grid = decades.flatMap((value) => [
    `<line class="grid" x1="${x(value)}" x2="${x(value)}" y1="${TOP - 8}" y2="${bottom}"/>`,
    `<text class="quiet" x="${x(value)}" y="${bottom + 18}" text-anchor="middle">${Number(value.toPrecision(1))}</text>`,
  ]);
  const rows = ranges.flatMap(({ label, low, middle, high, isOurs }, at) => {
    const y = TOP + at * ROW_HEIGHT + ROW_HEIGHT / 2;
    const kind = isOurs ? 'ours' : 'peer';
    return [
      `<text x="${LABEL_WIDTH - 14}" y="${y + 4}" text-anchor="end">${escape(label)}</text>`,
      `<line class="${kind}" x1="${x(low)}" x2="${x(high)}" y1="${y}" y2="${y}" stroke-width="3" stroke-linecap="round"/>`,
      `<circle class="${kind}" cx="${x(middle)}" cy="${y}" r="5.5"/>`,
      `<text class="quiet" x="${x(high) + 12}" y="${y + 4}">${Number(middle.toPrecision(3))}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">`,
    `  <title>${escape(title)}</title>`,
    `  <style>${STYLE}\n  </style>`,
    `  <text class="title" x="16" y="22">${escape(title)}</text>`,
    `  <text class="quiet" x="16" y="40">${escape(explanation)}</text>`,
    ...[...grid, ...rows].map((line) => `  ${line}`),
    `  <text class="quiet" x="${WIDTH - 16}" y="${height - 8}" text-anchor="end">${escape(unit)}, logarithmic</text>`,
    '</svg>',
    '',
  ].join('\n');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
