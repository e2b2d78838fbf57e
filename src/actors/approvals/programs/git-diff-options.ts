import type { ProgramSpec } from './program-spec.js';

/** Splits a list of options at blanks and line ends. */
function list(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

/**
 * The options of git's differences that choose what is compared and how it is printed. Not listed: `--output` writes,
 * `--ext-diff` and `--textconv` run programs of the configuration, `--no-index` leaves the repository, and `--remerge-diff`
 * writes objects. `-O` is left out as well: in `git grep` it starts a program. Source: `git help diff`.
 */
export const DIFF_OPTIONS = {
  letters: 'pusRzaWwbD',
  optionalLetters: 'BCMX',
  hasLineCount: true,
  flags: list(`
    --stat --shortstat --numstat --name-only --name-status --summary --compact-summary --raw --dirstat --cumulative
    --dirstat-by-file --patch --no-patch --patch-with-raw --patch-with-stat --cached --staged --merge-base --color --no-color
    --no-color-moved --no-color-moved-ws --color-words --word-diff --no-ext-diff --no-textconv --ignore-all-space
    --ignore-space-change --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --indent-heuristic
    --no-indent-heuristic --minimal --patience --histogram --check --exit-code --quiet --no-renames --rename-empty
    --no-rename-empty --full-index --binary --find-copies-harder --irreversible-delete --pickaxe-all --pickaxe-regex --text
    --no-relative --function-context --no-prefix --default-prefix --ita-invisible-in-index --ita-visible-in-index --base
    --ours --theirs --cc --abbrev --no-abbrev
  `),
  optionalValues: list(`
    --color --color-moved --color-moved-ws --color-words --word-diff --word-diff-regex --ws-error-highlight --stat
    --stat-width --stat-name-width --stat-count --stat-graph-width --dirstat --dirstat-by-file --submodule --abbrev
    --break-rewrites --find-renames --find-copies --relative --ignore-submodules
  `),
  values: {
    '-U': 'number',
    '--unified': 'number',
    '--inter-hunk-context': 'number',
    '-l': 'number',
    '--diff-filter': 'text',
    '--diff-algorithm': 'text',
    '--anchored': 'text',
    '--find-object': 'text',
    '-S': 'text',
    '-G': 'text',
    '-I': 'text',
    '--ignore-matching-lines': 'text',
    '--skip-to': 'text',
    '--rotate-to': 'text',
    '--src-prefix': 'text',
    '--dst-prefix': 'text',
    '--line-prefix': 'text',
  },
} as const satisfies Partial<ProgramSpec>;

/**
 * The options of git's lists of commits. Not listed: `--show-signature` runs a program, and `--stdin` reads options.
 * Source: `git help log`.
 */
export const LOG_OPTIONS = {
  letters: `${DIFF_OPTIONS.letters}iqgcmtrEFP`,
  optionalLetters: DIFF_OPTIONS.optionalLetters,
  hasLineCount: true,
  flags: [
    ...DIFF_OPTIONS.flags,
    ...list(`
      --oneline --graph --no-graph --all --decorate --no-decorate --clear-decorations --source --mailmap --no-mailmap
      --use-mailmap --full-diff --log-size --merges --no-merges --first-parent --exclude-first-parent-only --not --follow
      --reverse --branches --tags --remotes --reflog --walk-reflogs --abbrev-commit --no-abbrev-commit --date-order
      --author-date-order --topo-order --all-match --invert-grep --regexp-ignore-case --basic-regexp --extended-regexp
      --fixed-strings --perl-regexp --remove-empty --no-min-parents --no-max-parents --single-worktree --ignore-missing
      --bisect --cherry --cherry-mark --cherry-pick --left-only --right-only --left-right --merge --boundary
      --simplify-by-decoration --show-pulls --full-history --dense --sparse --simplify-merges --ancestry-path --no-walk
      --do-walk --parents --children --relative-date --no-expand-tabs --notes --no-notes --show-linear-break
      --combined-all-paths --no-diff-merges --dd
    `),
  ],
  optionalValues: [
    ...DIFF_OPTIONS.optionalValues,
    ...list(`
      --pretty --format --decorate --branches --tags --remotes --ancestry-path --no-walk --expand-tabs --notes
      --show-linear-break --diff-merges --exclude-hidden
    `),
  ],
  values: {
    ...DIFF_OPTIONS.values,
    '-n': 'number',
    '--max-count': 'number',
    '--skip': 'number',
    '--min-parents': 'number',
    '--max-parents': 'number',
    '--since': 'text',
    '--until': 'text',
    '--after': 'text',
    '--before': 'text',
    '--since-as-filter': 'text',
    '--author': 'text',
    '--committer': 'text',
    '--grep': 'text',
    '--grep-reflog': 'text',
    '--date': 'text',
    '--glob': 'text',
    '--exclude': 'text',
    '--encoding': 'text',
    '--decorate-refs': 'text',
    '--decorate-refs-exclude': 'text',
    '-L': 'text',
  },
} as const satisfies Partial<ProgramSpec>;
