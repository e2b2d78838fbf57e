import type { KnownModel } from '../../providers/known-model.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth, widthOf } from '../terminal/text-width.js';
import { groupDigits } from '../../../actors/tools/text/group-digits.js';

const TITLES = ['MODEL', 'WINDOW', 'ANSWER', 'IN / OUT', 'CAN', 'FROM'] as const;

// Counts and prices stand one below the other by their last digit.
const RIGHT_ALIGNED: ReadonlySet<number> = new Set([1, 2, 3]);

const GAP = '  ';

/** A line for each model, below a line of titles; `first` is the number of the first one. Default: they have none. */
export function drawModels(
  models: readonly KnownModel[],
  out: Output,
  { first }: { readonly first?: number } = {},
): readonly string[] {
  const rows = [TITLES, ...models.map((model) => toCells(model, out))];
  const widths = TITLES.map((_, column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? '')), 0),
  );
  const numberWidth = first === undefined ? 0 : String(first + models.length - 1).length;
  return rows.map((row, index) => {
    const cells = row.map((cell, column) => pad(cell, widths[column] ?? 0, RIGHT_ALIGNED.has(column)));
    const number =
      first === undefined ? '' : (index === 0 ? '' : String(first + index - 1)).padStart(numberWidth) + GAP;
    const line = (number + cells.join(GAP)).trimEnd();
    // A name that is cut cannot be typed.
    const whole = number + (row[0] ?? '');
    const room = out.columns - 1 - widthOf(whole);
    const facts = line.slice(whole.length);
    const shown = !out.isTerminal ? line : room < 1 ? whole : whole + cutToWidth(facts, room).trimEnd();
    return index === 0 ? out.style('dim', shown) : shown;
  });
}

function toCells(model: KnownModel, out: Output): readonly string[] {
  const { contextWindow, largestWindow, maxOutputTokens } = model;
  const window =
    contextWindow !== undefined
      ? formatTokens(contextWindow)
      : largestWindow === undefined
        ? ''
        : `up to ${formatTokens(largestWindow)}`;
  return [
    out.sanitize(model.name),
    window,
    maxOutputTokens === undefined ? '' : formatTokens(maxOutputTokens),
    describePrices(model),
    describeAbilities(model),
    describeSources(model),
  ];
}

function formatTokens(tokens: number): string {
  return tokens === Infinity ? 'no limit' : groupDigits(tokens);
}

/** US dollars for a million tokens, in and out. */
function describePrices({ prices }: KnownModel): string {
  if (prices === undefined) return '';
  return `${prices.long === undefined ? '' : 'from '}$${prices.input} / $${prices.output}`;
}

function describeAbilities({ capabilities = {} }: KnownModel): string {
  const { tools, images, reasoning, efforts } = capabilities;
  return [
    ...(tools === true ? ['tools'] : tools === false ? ['no tools'] : []),
    ...(images === true ? ['images'] : []),
    ...(reasoning === true ? [efforts === undefined ? 'reasoning' : `reasoning (${efforts.join(' ')})`] : []),
  ].join(', ');
}

const NAMES = { file: 'your file', server: 'server', troupe: 'Troupe' } as const;

const FACT_NAMES = [
  ['contextWindow', 'window'],
  ['maxOutputTokens', 'answer'],
  ['prices', 'prices'],
  ['capabilities', 'can'],
] as const;

/** Who says what: `server`, or `your file: prices; server: window, answer, can`. */
function describeSources({ from }: KnownModel): string {
  const known = Object.keys(NAMES) as (keyof typeof NAMES)[];
  const said = known.flatMap((source) => {
    const facts = FACT_NAMES.flatMap(([fact, name]) => (from[fact] === source ? [name] : []));
    return facts.length === 0 ? [] : [{ source: NAMES[source], facts: facts.join(', ') }];
  });
  return said.length < 2
    ? (said[0]?.source ?? '')
    : said.map(({ source, facts }) => `${source}: ${facts}`).join('; ');
}

function pad(cell: string, width: number, isRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)));
  return isRight ? space + cell : cell + space;
}
