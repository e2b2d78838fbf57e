import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

// Rules leave 160,000 of them: as many as the workspace that the goals were set on.
const FILES = 175_000;
const FILES_OF_A_MILLION = 1_080_000;
// What the goal for content search was set on.
const CONTENT_MB = 1400;

/** What `npm run bench -- NAME` may be told. */
export interface BenchOptions {
  /** A real tree to measure on. Default: one that is made. */
  readonly tree?: string;
  /** A folder with another build of Troupe, where one is compared with this. */
  readonly before?: string;
  /** The part of a benchmark that is run alone. */
  readonly only?: string;
  /** Files of the tree that is made, before rules take their part. */
  readonly files: number;
  readonly contentMb: number;
  /** Default: what the benchmark thinks enough. */
  readonly rounds?: number;
  /** Whether trees that were made stay in the temporary folder, for the next run to use. */
  readonly keep: boolean;
}

/**
 * `usualFiles` are those of a tree that is made and that nobody gave a size.
 * Errors: throws for an option that does not exist and for a value that is no whole number.
 */
export function readOptions(
  args: readonly string[] = process.argv.slice(2),
  { usualFiles = FILES }: { readonly usualFiles?: number } = {},
): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      tree: { type: 'string' },
      before: { type: 'string' },
      only: { type: 'string' },
      files: { type: 'string' },
      million: { type: 'boolean', default: false },
      'content-mb': { type: 'string' },
      rounds: { type: 'string' },
      keep: { type: 'boolean', default: true },
    },
  });
  const files = toCount('files', values.files) ?? (values.million ? FILES_OF_A_MILLION : usualFiles);
  const rounds = toCount('rounds', values.rounds);
  return {
    files,
    contentMb: toCount('content-mb', values['content-mb']) ?? CONTENT_MB,
    keep: values.keep,
    ...(values.tree === undefined ? {} : { tree: values.tree }),
    ...(values.before === undefined ? {} : { before: resolve(values.before) }),
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(rounds === undefined ? {} : { rounds }),
  };
}

function toCount(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name} takes a whole number, got "${text}"`);
  return count;
}
