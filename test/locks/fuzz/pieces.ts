/** A construct of the shell, in several forms: harmless ones, ones that only look so, and ones that do harm. */
export interface Piece {
  readonly kind: 'word' | 'command' | 'compound' | 'redirection' | 'separator' | 'ending';
  readonly name: string;
  /** Shape: `@w@`, `@c@`, `@l@` and `@r@` stand for a random word, command, list and redirection. */
  readonly forms: readonly string[];
  /** The forms in which nothing random is. */
  readonly leaves: readonly string[];
}

// For each name of a piece its forms.
const TABLE: Readonly<Record<Piece['kind'], Readonly<Record<string, readonly string[]>>>> = {
  word: {
    'plain word': ['src', 'README.md', 'a', 'x', 'names.txt', 'src/a.ts', '-n', '1'],
    'single quotes': [`'a b'`, `'a'`, `'#'`, `'$(touch pwned)'`, `'\\'`, `''`],
    'double quotes': ['"a b"', '"a"', '"#"', '"\\$x"', '"\\\\"', '""', '"$(touch pwned)"'],
    'escaped character': ['a\\ b', '\\#', '\\;', "\\'", '\\"', '\\a', '\\\\'],
    '# glued to a word': ['a#', 'a#b', `''#`, '"a"#x', '$HOME#', 'src#;'],
    '# after an escaped blank': ['a\\ #', '\\ #', '\\ #x', 'a\\\t#'],
    "$'...'": [`$'a\\tb'`, `$'\\n'`, `$'it\\'s'`, `$'\\x41'`],
    "$'...\\\\'": [`$'a\\\\'`, `$'\\\\'`, `$'\\\\\\\\'`, `$'\\\\'$(touch pwned)''`],
    backquotes: ['`pwd`', '"`pwd`"', '`ls src`', '`touch pwned`', '`echo \\`pwd\\``', '`echo @w@`'],
    'command substitution': ['$(pwd)', '"$(ls src)"', '$(@l@)', '"$(@c@)"'],
    'variable': ['$HOME', '"$PWD"', '${HOME}', '$?', '$x', '"$f"', '${x:-a}', '${HOME##*/}', '$GITHUB_TOKEN'],
    arithmetic: ['$((1 + 2))', '$((2 * 3))', '$((x))', '$((a[$(touch pwned)]))'],
    glob: ['src/*.ts', '*.md', 'src/[ab].ts', '*', 'link*', '../*'],
    'brace expansion': ['{a,b}', 'src/{a,b}.ts', '{1..3}', '{a..e}', '{1..2}{3..4}', '{1..99999999}'],
    '{NAME}': ['{fd}', '{PATH}', '{}', '{x'],
    'process substitution': ['<(ls src)', '<(cat names.txt)', '<(@c@)', '>(cat)'],
    'path that leads out': ['../outside/secret.txt', 'link.txt', 'link-dir', '~', '~/notes.txt', '/etc/hostname', '..'],
  },
  redirection: {
    'to and from /dev/null': ['>/dev/null', '2>/dev/null', '</dev/null', '&>/dev/null', '>> /dev/null', '2> /dev/null'],
    '2>&1': ['2>&1', '>&2', '1>&2', '>/dev/null 2>&1'],
    '<&- and >&-': ['<&-', '>&-', '2>&-', '<&- @w@', '0<&-', '2>&1-'],
    '{NAME}>': ['{fd}>/dev/null', '{PATH}</dev/null', '{fd} >/dev/null', '"{fd}">/dev/null', '{fd}<&0'],
    'here-string': ['<<<x', '<<< "a b"', `<<<'$x'`, '<<<@w@'],
    'from a file': ['<README.md', '< names.txt', '0<README.md', '<@w@'],
    'to a file': ['>pwned', '>>pwned', '2>pwned', '>|pwned', '&>pwned', '>& pwned', '<>pwned'],
  },
  command: {
    'ls, cat and their like': ['ls @w@', 'cat @w@', 'wc -l @w@', 'head -n 1 @w@', 'cat README.md', 'ls', 'ls src @w@', 'sort @w@', 'stat @w@'],
    echo: ['echo @w@', 'echo @w@ @w@', 'echo a @w@ b'],
    grep: ['grep a @w@', 'grep -n @w@ README.md', 'grep -rn TODO src', 'rg TODO @w@', 'grep -c @w@ @w@'],
    printf: [`printf '%s\\n' @w@`, `printf 'a\\n'`, `printf '%d\\n' 3`, 'printf @w@'],
    'printf %n and formats ending in %': [`printf '%%n'`, `printf 'a%%'`, `printf '%s%%n' @w@`, 'printf %n x', 'printf x%', `printf '%n' PATH`, 'printf "a%%"'],
    'cd': ['cd src', 'cd src/util', 'cd ..', 'cd', 'cd @w@'],
    'cd with an option': ['cd -P src', 'cd -- src', 'cd -L src', 'cd -P ..', 'cd -e -P src', 'cd -'],
    '[[ ... ]]': ['[[ -f README.md ]]', '[[ a == b* ]]', '[[ -n @w@ ]]', '[[ a && ! b ]]', '[[ ( a ) ]]'],
    '[[ (-v ...) ]]': ['[[ -v HOME ]]', '[[ (-v HOME) ]]', '[[ ( -v a[0] ) ]]', `[[ (-v 'a[$(touch pwned)]') ]]`, '[[ (-n a) ]]', '[[ (-f README.md) ]]'],
    '[ ... ]': ['[ -f README.md ]', '[ a = @w@ ]', 'test -d src', '[ -v x ]', '[ @w@ ]'],
    'diff -r': ['diff -r lists lists', 'diff -r links/left links/right', 'diff -ru lists @w@', 'diff lists/left.txt lists/right.txt'],
    'git': ['git status', 'git diff', 'git log --oneline -1', 'git diff @w@', 'git show HEAD', 'git branch', 'git -C src status -s'],
    'a repository inside': ['git -C vendor/nested status', 'cd vendor/nested', 'git -C vendor/bare log', 'ls vendor/nested', 'git -C vendor status'],
    'an interpreter': ['node --version', 'python3 --version', 'node', 'python3 -', 'bash', 'node -e 1', 'sh -c @w@', 'python3 script.py'],
    'awk, sed and jq': [`awk '{ print $1 }' @w@`, `sed -n 1p @w@`, `sed 's/a/b/' README.md`, 'jq . data.json', `awk 'BEGIN { system("touch pwned") }'`, `sed 'w pwned' README.md`, `jq -R . @w@`],
    find: ['find src -name @w@', `find . -name '*.ts'`, 'find src -type f', 'find . -delete', 'find @w@ -maxdepth 1'],
    'find -exec': ['find src -type f -exec wc -l {} +', `find . -name '*.ts' -exec grep -l a {} +`, 'find . -exec rm {} +', 'find . -exec cat {} +'],
    'xargs': ['xargs wc -l', 'xargs -n 1 echo', 'xargs cat', 'xargs rm', 'xargs -I{} echo {}', 'xargs @c@'],
    'timeout and nice': ['timeout 5 @c@', 'nice @c@', 'timeout 5 ls', 'time @c@', 'command ls', 'timeout 5 node'],
    'assignment before a command': ['LC_ALL=C sort names.txt', 'NODE_ENV=test ls', 'A=@w@ ls', 'PATH=. ls', 'A=1 @c@'],
    'assignment': ['x=1', 'x=@w@', 'f=README.md', 'x=$(@c@)', 'PATH=bin', 'IFS=,'],
    'what does harm': ['touch pwned', 'rm README.md', './evil', 'env', 'cat ../outside/secret.txt', 'echo x > /dev/tcp/127.0.0.1/@TCP@', 'rm -rf .git'],
    'blanks': ['ls  src', 'ls\tsrc', ' ls src ', 'ls \\\n src', 'echo\u00a0a'],
    'true and its like': ['true', 'false', ':', 'pwd', 'whoami', 'uname -s', 'date +%Y'],
    'cat of a here-document': ['cat <<EOF\nx\nEOF\n', 'cat <<E\n$(touch pwned)\nE\n', 'cat <<-EOF\n\tx\n\tEOF\n', 'wc <<EOF\n @w@\n EOF\nEOF\n'],
    'cat of a quoted here-document': [`cat <<'EOF'\n$(touch pwned)\nEOF\n`, `cat <<"E"\nx\n E\nE\n`, `cat <<\\E\n\`touch pwned\`\nE\n`, `grep a <<'A'\n@w@\nA\n`],
  },
  compound: {
    'subshell': ['(@l@)', '( @l@ )'],
    'group': ['{ @l@; }', '{ @c@ ; @c@; }'],
    'if': ['if @c@; then @c@; fi', 'if @c@; then @c@; else @c@; fi'],
    'for': ['for f in a b; do @c@; done', 'for f in src/*.ts; do wc -l "$f"; done', 'for f in @w@; do echo "$f"; done', 'for x in 1; do @l@; done'],
    'while': ['while false; do @c@; done', 'while read -r f; do echo "$f"; done < names.txt', 'until true; do @c@; done'],
    'case': ['case a in a) @c@;; esac', 'case @w@ in x) ls;; *) @c@;; esac'],
    'negation': ['! @c@', '! ( @c@ )'],
    'pipe': ['@c@ | @c@', '@c@ | wc -l', '@c@ | head -3', 'echo @w@ | cat', '@c@ |& cat', 'echo @w@ | node', 'ls src | xargs @c@'],
    'function': ['f() { @c@; }', 'ls() { @c@; }; ls'],
    'background': ['@c@ & wait', '@c@ &'],
  },
  separator: {
    '; && ||': ['; ', ' && ', ' || ', ';', '&&'],
    'line feed': ['\n', '\n\n', ' \n '],
    'a comment between lines': [' # x\n', ' #\n', '; # touch pwned\n', " # it's\n"],
  },
  ending: {
    'comment': [' # done', ' #', ' # ; touch pwned', ' # `x', ` # it's "`],
    'blank at the end': [' ', '\n', '\t', ';'],
    'line continuation': [' \\\n', '\\\n ; ls', ' \\\n| cat'],
    'carriage return': ['\r', '\r\n'],
  },
};

function readTable(kind: Piece['kind']): readonly Piece[] {
  return Object.entries(TABLE[kind]).map(([name, forms]) => ({
    kind,
    name,
    forms,
    leaves: forms.filter((form) => !/@[wclr]@/.test(form)),
  }));
}

export const PIECES: Readonly<Record<Piece['kind'], readonly Piece[]>> = {
  word: readTable('word'),
  command: readTable('command'),
  compound: readTable('compound'),
  redirection: readTable('redirection'),
  separator: readTable('separator'),
  ending: readTable('ending'),
};
