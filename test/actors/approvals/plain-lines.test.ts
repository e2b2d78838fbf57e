import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareReaders } from '../../../src/actors/approvals/syntax/compare-readers.js';
import { readPlainLine, type ShellToken } from '../../../src/actors/approvals/syntax/read-plain-line.js';
import { loadBashParser } from '../../../src/host/node/bash-parser.js';

const BATCHES = 40;
const LINES = 100;

const parse = await loadBashParser();
const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

// oxfmt-ignore
const bare = fc.constantFrom(
  'a', 'b1', '-x', '--long=1', 'HEAD~1', 'a#b', 'a!b', 'x=y', '.', '/', '@', '%', '^', '+', ',', ':', ']', '1', '2', '-',
);
const quotable = fc.constantFrom(
  'a',
  ' ',
  ';',
  '#',
  '$',
  '`',
  '*',
  '\\',
  '"',
  '~',
  '{a,b}',
  '&&',
  '\n',
  '>',
  '!',
  '(',
);
const escaped = fc.constantFrom(...Array.from(' ;#$`*?[]{}~&|<>()!"\'\\=ab')).map((char) => `\\${char}`);
const single = fc.array(quotable, { maxLength: 3 }).map((parts) => `'${parts.join('')}'`);
const double = fc
  .array(quotable, { maxLength: 3 })
  .map((parts) => `"${parts.map((part) => part.replaceAll(/[$`"\\]/g, String.raw`\$&`)).join('')}"`);
const word = fc
  .array(fc.oneof(bare, bare, escaped, single, double), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const redirection = fc.constantFrom(
  '2>&1',
  '>/dev/null',
  '2> /dev/null',
  '&>/dev/null',
  '</dev/null',
  '1>&2',
  '>&2',
);
const blank = fc.constantFrom(' ', ' ', '  ', '\t');
const command = fc
  .tuple(
    word,
    fc.array(fc.tuple(blank, fc.oneof({ weight: 5, arbitrary: word }, redirection)), { maxLength: 4 }),
  )
  .map(([first, rest]) => `p${first}${rest.flat().join('')}`);
const join = fc.constantFrom(';', ' ; ', '&&', ' && ', ' || ', '|', ' | ', '\n', '\n\n', ' && \n');
const plainLine = fc
  .array(fc.tuple(command, join), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().slice(0, -1).join(''));

// oxfmt-ignore
const odd = fc.constantFrom(
  '#', ' #', '\\\n', '\\', "'", '"', '`', '$', '$x', '${x}', '$(', ')', '(', '{', '}', '{a,b}', '{1..3}', '*', '?', '[', '~',
  '<', '>', '>>', '<<A', '<<<', '<&-', '>&-', '{v}>', '2>', '12>&1', '&', '|&', ';;', '!', '! ', "$'", '$"', 'a=1 ', '[[ ',
  'time ', 'if ', 'export ', '\r', '\u00a0', '\u200b', 'é', '\0', '\t', '\n', '=~', ':~', '~/', '+=', '>&2x', '>|', '@(', '$((', 'a[0]=',
);
const mutatedLine = fc.tuple(plainLine, odd, fc.nat({ max: 200 })).map(([line, piece, place]) => {
  const at = place % (line.length + 1);
  return line.slice(0, at) + piece + line.slice(at);
});

/** The commands that bash runs for each line: their words, and the redirections that it makes. */
function askBash(lines: readonly string[]): readonly (readonly string[])[] {
  // No program is found, so that bash reports each, in one write: the commands of a pipe run at the same time.
  const script = `
    exec 8>&1
    command_not_found_handle() { printf '%s\\0' "$@" $'\\1' >&8; return 0; }
    PATH=/nonexistent
    ${lines.map((line) => `( eval ${quote(line)} ) </dev/null; printf '\\2\\0' >&8`).join('\n')}
  `;
  const { stdout, error } = spawnSync('/bin/bash', ['-c', script], {
    env: { LC_ALL: 'C.UTF-8', HOME: '/home/nobody' },
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 50_000_000,
  });
  if (error !== undefined) throw error;
  const told = stdout.toString('utf8').split('\u0002\0').slice(0, -1);
  expect(told.length).toBe(lines.length);
  return told.map((text) =>
    text
      .split('\u0001\0')
      .filter((words) => words !== '')
      .sort(),
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The commands that a line has by its tokens, as bash would print them. */
function listCommands(tokens: readonly ShellToken[]): readonly string[] {
  const commands: string[][] = [];
  for (const [index, { kind, value, isProgram, start, end }] of tokens.entries()) {
    if (kind === 'operator') continue;
    const [before, next] = [tokens[index - 1], tokens[index + 1]];
    // The descriptors and targets of redirections are no arguments.
    const isTarget = before?.kind === 'operator' && /[<>]/.test(before.value);
    const isDescriptor =
      next?.kind === 'operator' &&
      /^[<>]/.test(next.value) &&
      next.start === end &&
      // An escaped digit is a word.
      end - start === 1 &&
      /^\d$/.test(value);
    if (isTarget || isDescriptor) continue;
    if (isProgram) commands.push([]);
    commands.at(-1)?.push(value);
  }
  return commands.map((words) => words.map((text) => `${text}\0`).join('')).sort();
}

describe.skipIf(!hasBash)('the reader of plain lines', () => {
  // After `||` nothing would run. In a pipe, commands whose words have line feeds would report into each other.
  const runnable = (line: string): boolean =>
    !line.includes('||') && !(line.includes('|') && line.includes('\n'));

  /** Compares the words of lines that the reader knows with those of bash; returns how many these are. */
  const compare = (lines: readonly string[]): number => {
    const known = lines.flatMap((line) => {
      const tokens = readPlainLine(line);
      // Bash reports commands that it does not find, but no missing file and no builtin.
      const isReported = tokens?.every(({ isProgram, value }) => !isProgram || /^p[^/]*$/.test(value));
      return tokens === undefined || isReported !== true ? [] : [{ line, commands: listCommands(tokens) }];
    });
    const told = askBash(known.map(({ line }) => line));
    for (const [index, { line, commands }] of known.entries())
      expect({ line, commands }).toEqual({ line, commands: told[index] });
    return known.length;
  };

  test('finds the words that bash finds in every plain line', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(plainLine.filter(runnable), { minLength: LINES, maxLength: LINES }), (lines) => {
        read += compare(lines);
      }),
      // Each batch is one start of bash: a smaller counterexample would take hundreds.
      { numRuns: BATCHES, endOnFailure: true },
    );
    expect(read).toBeGreaterThan((BATCHES * LINES) / 4);
  });

  test('reads no line with an odd construct in it otherwise than bash', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.array(mutatedLine.filter(runnable), { minLength: LINES, maxLength: LINES }), (lines) => {
        read += compare(lines);
      }),
      // Each batch is one start of bash: a smaller counterexample would take hundreds.
      { numRuns: BATCHES, endOnFailure: true },
    );
    expect(read).toBeGreaterThan(100);
  });

  test('agrees with the parser on lines without surprises', () => {
    for (const line of [
      'ls -la \'a b\' "c" d\\ e',
      'ls 2>&1 | wc -l',
      'ls; pwd && cat a >/dev/null',
      'ls\npwd\n',
      '',
    ])
      expect([line, compareReaders(parse(line) ?? fail(line))]).toEqual([line, 'same']);
  });

  test('differs from the parser where that is wrong', () => {
    for (const line of ['echo a\\ #b; touch x', "echo ''#; touch x"]) {
      const tree = parse(line) ?? fail(line);
      // The parser of today may be right about some of these: then both agree.
      expect(readPlainLine(line)?.some(({ value }) => value === 'touch')).toBe(true);
      if (!JSON.stringify(tree).includes('"touch x"')) expect(compareReaders(tree)).toBe('different');
    }
  });

  test('knows no line with an expansion, a loop or an assignment', () => {
    for (const line of [
      'echo $x',
      'ls *',
      'a=1',
      'if a; then b; fi',
      'ls &',
      'ls > a',
      'cat <<A',
      '{ ls; }',
      '(ls)',
      '! ls',
    ])
      expect([line, readPlainLine(line)]).toEqual([line, undefined]);
  });
});

function fail(line: string): never {
  throw new Error(`${line} was not parsed`);
}
