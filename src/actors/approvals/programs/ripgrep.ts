import type { ArgumentKind, ProgramSpec } from './program-spec.js';

/** Options that limit the output of `grep` and `rg`. */
export const LIMIT_OPTIONS: Readonly<Record<string, ArgumentKind>> = {
  '-m': 'number',
  '--max-count': 'number',
  '-A': 'number',
  '--after-context': 'number',
  '-B': 'number',
  '--before-context': 'number',
  '-C': 'number',
  '--context': 'number',
};

/**
 * All options of ripgrep that choose what is searched and how it is printed. Not listed: `--pre`, `--search-zip` (`-z`) and
 * `--hostname-bin` run programs, `--follow` (`-L`) follows links out. Source: `rg --help` of version 15.
 */
export const RIPGREP: ProgramSpec = {
  letters: 'iSsvwxclonNHIFPUuaqb0p.',
  flags: `
    --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files
    --files-with-matches --files-without-match --only-matching --line-number --no-line-number --with-filename --no-filename
    --fixed-strings --pcre2 --no-pcre2-unicode --auto-hybrid-regex --multiline --multiline-dotall --no-unicode --crlf
    --null-data --stop-on-nonmatch --binary --hidden --unrestricted --one-file-system --glob-case-insensitive
    --ignore-file-case-insensitive --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global
    --no-ignore-parent --no-ignore-vcs --no-ignore-messages --no-require-git --no-heading --heading --no-config
    --no-messages --trim --vimgrep --column --no-column --text --quiet --json --stats --null --include-zero --byte-offset
    --passthru --pretty --max-columns-preview --line-buffered --block-buffered --mmap --no-mmap --sort-files --debug --trace
    --type-list --pcre2-version
  `
    .trim()
    .split(/\s+/),
  values: {
    ...LIMIT_OPTIONS,
    '-e': 'text',
    '--regexp': 'text',
    '-g': 'text',
    '--glob': 'text',
    '--iglob': 'text',
    '-t': 'text',
    '--type': 'text',
    '-T': 'text',
    '--type-not': 'text',
    '--type-add': 'text',
    '--type-clear': 'text',
    '-d': 'number',
    '--max-depth': 'number',
    '-M': 'number',
    '--max-columns': 'number',
    '--max-filesize': 'number',
    '--dfa-size-limit': 'number',
    '--regex-size-limit': 'number',
    '-j': 'number',
    '--threads': 'number',
    '-r': 'text',
    '--replace': 'text',
    '-E': 'text',
    '--encoding': 'text',
    '--engine': 'text',
    '--color': 'text',
    '--colors': 'text',
    '--context-separator': 'text',
    '--field-context-separator': 'text',
    '--field-match-separator': 'text',
    '--path-separator': 'text',
    '--hyperlink-format': 'text',
    '--sort': 'text',
    '--sortr': 'text',
    '--generate': 'text',
    '--ignore-file': 'path',
    '-f': 'path',
    '--file': 'path',
  },
  patternOptions: [
    '-e',
    '--regexp',
    '-f',
    '--file',
    '--files',
    '--type-list',
    '--pcre2-version',
    '--generate',
  ],
  recursive: true,
  operands: 'pattern',
};
