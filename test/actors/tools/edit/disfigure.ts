/** A block as it should be, and where it is. */
export interface Intent {
  readonly original: readonly string[];
  readonly updated: readonly string[];
  /** The number of its first line. Units: from 1 on. */
  readonly line: number;
  /** How deep one step of the file is. */
  readonly step: string;
}

type Lines = readonly string[];

/** How models disfigure a block: both of its parts. Nothing where that leaves nobody a way to know what was meant. */
export type Disfigure = (intent: Intent) => { readonly original: Lines; readonly updated: Lines } | undefined;

const isBlank = (line: string): boolean => line.trim() === '';
const indentOf = (line: string): string => line.slice(0, line.length - line.trimStart().length);

/** The same done to each line of both parts. */
const each =
  (change: (line: string) => string): Disfigure =>
  ({ original, updated }) => ({ original: original.map(change), updated: updated.map(change) });

/** The same done to each line that is not blank. */
const eachWritten = (change: (line: string) => string): Disfigure =>
  each((line) => (isBlank(line) ? line : change(line)));

/** The same done to each line that stays or goes: new ones are as they are meant. */
const eachKnown =
  (change: (line: string) => string): Disfigure =>
  ({ original, updated }) => {
    const known = new Set(original);
    return {
      original: original.map(change),
      updated: updated.map((line) => (known.has(line) ? change(line) : line)),
    };
  };

/** The blanks that all of some lines begin with. */
function commonIndent(lines: Lines): string {
  const indents = lines.filter((line) => !isBlank(line)).map(indentOf);
  let common = indents[0] ?? '';
  for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
  return common;
}

function dedent(lines: Lines, by: string): string[] {
  return lines.map((line) => (line.startsWith(by) ? line.slice(by.length) : line));
}

function trimWhole(lines: Lines): string[] {
  return lines.join('\n').trim().split('\n');
}

/**
 * Whether nothing is trimmed but blanks before and behind, and as many before both parts; what has no indentation itself
 * would look as if it had lost it as well.
 */
function losesNothing(original: Lines, updated: Lines): boolean {
  const ends = [original[0], original.at(-1), updated[0] ?? 'x', updated.at(-1) ?? 'x'];
  return (
    ends.every((line = '') => !isBlank(line)) &&
    (updated[0] === undefined || indentOf(updated[0]) === indentOf(original[0] ?? '')) &&
    (indentOf(original[0] ?? '') === '' || updated.every((line) => isBlank(line) || indentOf(line) !== ''))
  );
}

/** The indentation in other steps, for lines that are indented by whole ones. */
const inSteps =
  (to: string): Disfigure =>
  ({ original, updated, step }) => {
    const stepsOf = (line: string): number => indentOf(line).length / step.length;
    const isRegular = (line: string): boolean =>
      isBlank(line) || indentOf(line) === step.repeat(Math.floor(stepsOf(line)));
    const change = (line: string): string =>
      isBlank(line) ? line : to.repeat(stepsOf(line)) + line.trimStart();
    // Where the original has no steps, nobody knows what those of the new lines are.
    const isClear =
      original.some((line) => change(line) !== line) || updated.every((line) => change(line) === line);
    return [...original, ...updated].every(isRegular) && isClear
      ? { original: original.map(change), updated: updated.map(change) }
      : undefined;
  };

const withNumbers =
  (write: (number: number, line: string) => string): Disfigure =>
  ({ original, updated, line }) => {
    const number = (lines: Lines): string[] => lines.map((text, index) => write(line + index, text));
    return { original: number(original), updated: number(updated) };
  };

export const DISFIGURED: Readonly<Record<string, Disfigure>> = {
  'not at all': ({ original, updated }) => ({ original, updated }),
  'blanks behind lines': eachKnown((line) => `${line}  `),
  'no blanks behind lines': eachKnown((line) => line.trimEnd()),
  'deeper by two': eachWritten((line) => `  ${line}`),
  'deeper by a tab': eachWritten((line) => `\t${line}`),
  'without the common indentation': ({ original, updated }) => {
    const common = commonIndent(original);
    // Lines that are all deeper than those that they replace look as if they had kept theirs.
    return updated.length === 0 || commonIndent(updated) === common
      ? { original: dedent(original, common), updated: dedent(updated, common) }
      : undefined;
  },
  'without the common indentation in the original alone': ({ original, updated }) => ({
    original: dedent(original, commonIndent(original)),
    updated,
  }),
  'trimmed as a whole': ({ original, updated }) =>
    losesNothing(original, updated)
      ? { original: trimWhole(original), updated: updated.length === 0 ? [] : trimWhole(updated) }
      : undefined,
  'trimmed as a whole in the original alone': ({ original, updated }) =>
    losesNothing(original, updated) ? { original: trimWhole(original), updated } : undefined,
  'tabs for steps': inSteps('\t'),
  'two blanks for steps': inSteps('  '),
  'four blanks for steps': inSteps('    '),
  'blanks in lines doubled': eachKnown((line) => indentOf(line) + line.trimStart().replace(/ (?=\S)/, '  ')),
  'typographic quotes': eachKnown((line) =>
    line.replaceAll("'", '’').replaceAll('"', '”').replaceAll('-', '–'),
  ),
  'blank lines around': ({ original, updated }) => ({
    original: ['', ...original, '', ''],
    updated: ['', ...updated, '', ''],
  }),
  'fences around': ({ original, updated }) => ({
    original: ['```', ...original, '```'],
    updated: ['```', ...updated, '```'],
  }),
  'numbers and bars': withNumbers((number, line) => `${number} | ${line}`),
  'numbers and colons': withNumbers((number, line) => `${number}:${line}`),
  'numbers and arrows': withNumbers((number, line) => `${String(number).padStart(6)}→${line}`),
  'numbers and tabs': withNumbers((number, line) => `${String(number).padStart(6)}\t${line}`),
  'numbers with a letter': withNumbers((number, line) => `L${number}: ${line}`),
  'escaped quotes': each((line) => line.replaceAll('"', '\\"')),
  'escaped as in JSON': each((line) => JSON.stringify(line).slice(1, -1).replaceAll('\\t', '\t')),
  entities: each((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  'a line forgotten': ({ original, updated }) => {
    const forgotten = original[1] ?? '';
    // Without a blank line, the others may stand there as well, a line further up or down.
    if (isBlank(forgotten)) return undefined;
    return {
      original: original.toSpliced(1, 1),
      updated: updated.includes(forgotten) ? updated.toSpliced(updated.indexOf(forgotten), 1) : updated,
    };
  },
  'one line of several deeper': ({ original, updated, step }) => {
    const last = original.filter((line) => !isBlank(line)).length < 2 ? undefined : original.at(-1);
    const change = (line: string): string => (line === last && !isBlank(line) ? step + line : line);
    return { original: original.map(change), updated: updated.map(change) };
  },
};
