/** Writes docs/bench from what is in bench/out: a page, its figures as JSON, and plots. Nothing else writes there. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawRanges, type Range } from './draw-ranges.js';
import { GOAL_HEADINGS, goalCells, toTable, type Cell, type KeptAnswer, type Row } from './report.js';

interface Plot {
  /** Whose rows are drawn. */
  readonly name: string;
  readonly title: string;
  readonly unit: string;
  readonly explanation: string;
  toRange(cells: Row['cells']): Omit<Range, 'label' | 'isOurs'> | undefined;
}

const PLOTS: readonly Plot[] = [
  {
    name: 'fuzzy',
    title: 'Fuzzy search: latency',
    unit: 'ms',
    explanation: 'from the median (dot) to the slowest of a hundred (end of the line)',
    toRange: ({ 'p50 ms': p50, p99 }) =>
      typeof p50 === 'number' && typeof p99 === 'number' ? { low: p50, middle: p50, high: p99 } : undefined,
  },
  {
    name: 'scan',
    title: 'Scan, warm cache',
    unit: 'ms',
    explanation: 'median (dot), fastest and slowest round',
    toRange: ({ ms }) => toRange(ms),
  },
  {
    name: 'memory',
    title: 'Memory for a file',
    unit: 'bytes',
    explanation: 'median (dot), least and most',
    toRange: (cells) => toRange(cells['bytes a file']),
  },
];

function toRange(cell: Cell | undefined): Omit<Range, 'label' | 'isOurs'> | undefined {
  return typeof cell === 'object' ? { low: cell.min, middle: cell.median, high: cell.max } : undefined;
}

// As a reader asks: how soon is it there, how fast and how well does it find, what does it cost, does it stay true.
const ORDER =
  'run scan cold-scan listing reopen prefix fuzzy typing recall memory change burst host-delay tree grep'.split(
    ' ',
  );

const out = join(process.cwd(), 'bench/out');
const docs = join(process.cwd(), 'docs/bench');
const answers = (existsSync(out) ? readdirSync(out) : [])
  // What two builds take beside each other says nothing of this one alone.
  .filter((file) => file.endsWith('.json') && file !== 'builds.json')
  .toSorted()
  .map((file) => {
    const text = readFileSync(join(out, file), 'utf8');
    // JSON knows no NaN: it has made them null.
    const kept = JSON.parse(text, (_key, value: unknown) => value ?? Number.NaN) as KeptAnswer;
    const { samples: _samples, ...rest } = kept;
    return rest;
  });
answers.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
if (answers.length === 0) throw new Error('bench/out is empty: run `npm run bench` first.');

mkdirSync(docs, { recursive: true });
writeFileSync(join(docs, 'results.json'), `${JSON.stringify(answers, undefined, 2)}\n`);
const pictures = new Map<KeptAnswer, string>();
for (const answer of answers) {
  const plot = PLOTS.find(({ name }) => name === answer.name);
  if (plot === undefined) continue;
  const ranges = answer.rows.flatMap(({ label, cells }): Range[] => {
    const range = plot.toRange(cells);
    return range === undefined ? [] : [{ label: label.trim(), isOurs: isOurs(label), ...range }];
  });
  if (ranges.length === 0) continue;
  const title = `${plot.title}${answer.files === undefined ? '' : `, ${answer.files.toLocaleString('en')} files`}`;
  const file = `${plot.name}${answer.isMillion ? '-million' : ''}.svg`;
  writeFileSync(join(docs, file), drawRanges(title, { ...plot, ranges }));
  pictures.set(answer, file);
}

const goals = answers.flatMap((answer) => answer.goals ?? []);
writeFileSync(
  join(docs, 'RESULTS.md'),
  [
    '# Measured',
    '',
    'Written by `npm run bench -- --write-docs`; what is written by hand here is lost. Absolute figures drift with the',
    'machine: what counts is the ratio to a peer in the same run. A cell with three figures is the median with the',
    'least and the most in brackets.',
    '',
    '## Goals',
    '',
    ...toMarkdown([GOAL_HEADINGS, ...goals.map(goalCells)]),
    '',
    ...goals.flatMap(({ what, note }) => (note === undefined ? [] : [`- ${what}: ${note}`])),
    '',
    ...answers.flatMap(section),
  ].join('\n'),
);

function section(answer: KeptAnswer): string[] {
  const picture = pictures.get(answer);
  return [
    `## ${answer.title}${answer.isMillion ? ', a million files' : ''}`,
    '',
    `${answer.subject}. ${answer.machine}.`,
    '',
    ...(picture === undefined ? [] : [`![${answer.title}](${picture})`, '']),
    ...toMarkdown(toTable(answer.rows)),
    '',
    ...(answer.notes ?? []).map((note) => `- ${note}`),
    '',
  ];
}

function toMarkdown(rows: readonly (readonly string[])[]): string[] {
  const [headings = [], ...rest] = rows;
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.trim().replaceAll('|', String.raw`\|`)).join(' | ')} |`;
  return [line(headings), line(headings.map((_, at) => (at === 0 ? '---' : '--:'))), ...rest.map(line)];
}

function isOurs(label: string): boolean {
  return label.includes('Troupe') || label.startsWith(' ');
}
