import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { formatSpread, type Spread } from './quantile.js';

// From here on a tree counts as one of a million: it has goals of its own.
const MILLION_FROM = 500_000;

/** A figure, a figure with its spread, or words in its place. */
export type Cell = number | Spread | string;

export interface Row {
  readonly label: string;
  /** By the heading of the column; what is missing stays empty. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** A figure that was promised. */
export interface Goal {
  readonly what: string;
  /** Absent: it could not be measured. */
  readonly measured?: number | undefined;
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
  /** What to know about the figure, or why there is none. */
  readonly note?: string;
}

/** What one benchmark found out. */
export interface Answer {
  readonly name: string;
  readonly title: string;
  /** What was measured on. */
  readonly subject: string;
  /** Files of the tree, where goals depend on it. */
  readonly files?: number;
  readonly rows: readonly Row[];
  readonly goals?: readonly Goal[];
  /** What a reader must know to judge the figures. */
  readonly notes?: readonly string[];
  /** Every sample, for who wants to look closer. */
  readonly samples?: unknown;
}

/** What is kept of an answer in `bench/out/NAME.json`. */
export interface KeptAnswer extends Answer {
  readonly machine: string;
  readonly isMillion: boolean;
}

export const isMillion = (files: number): boolean => files >= MILLION_FROM;

/** Prints an answer as a table with its goals, and keeps it as `bench/out/NAME.json`, or `NAME-million.json`. */
export function publish(answer: Answer): void {
  const kept: KeptAnswer = {
    ...answer,
    machine: describeMachine(),
    isMillion: answer.files !== undefined && isMillion(answer.files),
  };
  process.stdout.write(`\n${answer.title}\n${kept.machine}; ${answer.subject}\n\n`);
  printTable(toTable(answer.rows));
  if (answer.goals !== undefined && answer.goals.length > 0) {
    process.stdout.write('\n');
    printTable([GOAL_HEADINGS, ...answer.goals.map(goalCells)]);
    for (const { what, note } of answer.goals)
      if (note !== undefined) process.stdout.write(`  ${what}: ${note}\n`);
  }
  for (const note of answer.notes ?? []) process.stdout.write(`* ${note}\n`);

  const folder = join(process.cwd(), 'bench/out');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${answer.name}${kept.isMillion ? '-million' : ''}.json`);
  writeFileSync(file, `${JSON.stringify(kept, undefined, 2)}\n`);
}

/** The rows under a line of headings. */
export function toTable(rows: readonly Row[]): string[][] {
  const headings = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  return [
    ['', ...headings],
    ...rows.map(({ label, cells }) => [
      label,
      ...headings.map((heading) => formatCell(cells[heading] ?? '')),
    ]),
  ];
}

export const GOAL_HEADINGS = ['goal', 'measured', 'asked', ''];

/** A goal as cells under `GOAL_HEADINGS`. */
export function goalCells(goal: Goal): string[] {
  const { what, measured, unit, atMost, atLeast } = goal;
  const asked =
    atMost === undefined ? `at least ${formatFigure(atLeast ?? 0)}` : `at most ${formatFigure(atMost)}`;
  return [
    what,
    measured === undefined ? 'not measured' : `${formatFigure(measured)} ${unit}`,
    `${asked} ${unit}`,
    measured === undefined ? '' : isMet(goal) ? 'met' : 'NOT MET',
  ];
}

function isMet({ measured = Number.NaN, atMost = Infinity, atLeast = -Infinity }: Goal): boolean {
  return measured <= atMost && measured >= atLeast;
}

/** Columns that line up, the first to the left and the others to the right. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  const lines = rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('   ')
      .trimEnd(),
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

function formatCell(cell: Cell): string {
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return formatFigure(cell);
  const isWhole = [cell.median, cell.min, cell.max].every(Number.isInteger);
  return formatSpread(cell, isWhole ? 0 : digitsFor(cell.median));
}

/** A figure with as many digits as mean something. */
function formatFigure(value: number): string {
  if (Number.isNaN(value)) return '-';
  return Number.isInteger(value)
    ? value.toLocaleString('en')
    : String(Number(value.toFixed(digitsFor(value))));
}

function digitsFor(value: number): number {
  const size = Math.abs(value);
  return size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
}

/** What every figure depends on. */
export function describeMachine(): string {
  return `Node ${process.version}, ${availableParallelism()} cores, ${process.platform}-${process.arch}`;
}
