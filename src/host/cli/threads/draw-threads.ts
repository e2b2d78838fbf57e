import type { ThreadHit, ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { formatAge } from '../draw/format-age.js';
import type { Output } from '../terminal/output.js';
import { cutToWidth } from '../terminal/text-width.js';
import { shortenId } from './find-thread.js';

/** The title for a person, on one line. */
export function titleForPerson({ title }: Pick<ThreadSummary, 'title'>, out: Output): string {
  return title === '' ? '(no message yet)' : out.sanitize(title.replace(/\s+/g, ' '));
}

/** A line for each thread: number, id, age, messages and title. Ids are shortened as far as they stay unique in `all`. */
export function drawThreads(
  threads: readonly ThreadSummary[],
  {
    out,
    all,
    now,
    isNumbered = false,
  }: {
    readonly out: Output;
    readonly all: readonly ThreadSummary[];
    readonly now: number;
    readonly isNumbered?: boolean;
  },
): readonly string[] {
  const rows = threads.map((thread, index) => [
    ...(isNumbered ? [String(index + 1)] : []),
    shortenId(thread.id, all),
    formatAge(thread.changedAt, now),
    countOf(thread.messages, 'message'),
  ]);
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0),
  );
  return rows.map((row, index) => {
    const thread = threads[index];
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
    const mark = thread?.isArchived === true ? ' (archived)' : '';
    const title = thread === undefined ? '' : titleForPerson(thread, out) + mark;
    if (!out.isTerminal) return `${cells}  ${title}`;
    return `${out.style('dim', cells)}  ${cutToWidth(title, Math.max(10, out.columns - cells.length - 3))}`;
  });
}

/** A line of a search, with its words in bold. */
export function drawHit({ role, excerpt, ranges }: ThreadHit, out: Output): string {
  let text = '';
  let from = 0;
  for (const range of ranges) {
    text += out.sanitize(excerpt.slice(from, range.from));
    text += out.style('bold', out.sanitize(excerpt.slice(range.from, range.to)));
    from = range.to;
  }
  return `  ${out.style('dim', role === 'user' ? 'you:' : 'troupe:')} ${text}${out.sanitize(excerpt.slice(from))}`;
}
