import type { Word } from '../syntax/word.js';

/**
 * Programs that only read what their arguments name and print it. They run unasked without a sandbox too: none starts
 * another program, follows links below a folder, or reads settings. Not listed are git, `diff`, `rg` and `awk`, for
 * instance.
 */
const PURE = new Set(
  'echo printf : true false pwd cd ls cat tac rev nl fold head tail wc grep egrep fgrep sort uniq cut tr comm paste cmp stat file du basename dirname realpath readlink seq date whoami nproc arch uname id which type test md5sum sha1sum sha256sum sha512sum cksum find od column expand exit'.split(
    ' ',
  ),
);

// The commands of sed that print, drop or stop at lines.
const PRINTING_SCRIPT = /^(?:(?:\d+|\$)(?:,(?:\+?\d+|\$))?\s*[pdq=](?:;\s*|$))+$/;

/** Whether a command, which is known to be harmless in a sandbox, is so without one. */
export function isPureReader([program, ...args]: readonly Word[]): boolean {
  const name = program?.value ?? '';
  if (name !== 'sed') return PURE.has(name);
  // With `-e` there may be more scripts than one.
  if (args.some(({ value = '' }) => /^(?:-[a-zA-Z]*e|--e)/.test(value))) return false;
  const script = args.find(({ value = '' }) => !value.startsWith('-'));
  return PRINTING_SCRIPT.test(script?.value ?? '');
}

// Beginnings of the names that the loader, the C library, the shell, and programs that only read obey.
const OBEYED = new RegExp(
  `^(?:${[
    'LD|DYLD|GLIBC|MALLOC|GCONV|GETCONF|LOC|NLS|RES_|RESOLV|HOST|NIS|NSS|TMP|TEMP|TZ|OUTPUT|TEXTDOMAIN|LANG|LC_|LIB|NS',
    '[ALMTU]B?SAN|LLVM|GCOV|GMON|OPENSSL|SSL|P11|KRB|SYSTEMD|XDG|DBUS|PROXY|HTTP|SOCKS|NO_PROXY|ALL_PROXY',
    'BASH|SHELL|SH|PS|PROMPT|IFS|PATH|CDPATH|ENV|HOME|PWD|OLDPWD|USER|LOGNAME|UID|EUID|PPID|OPT|REPLY|RANDOM|SECONDS',
    'LINE|DIRSTACK|FUNC|GLOB|HIST|IGNORE|INPUT|MAIL|POSIX|TIME|TMOUT|CHILD|COLUMNS|COMP|COPROC|EXEC|FCEDIT|FIGNORE',
    'GROUPS|MAPFILE|_|LS|GREP|TERM|COLOR|LESS|MORE|PAGER|MAN|EDITOR|VISUAL|BROWSER|GIT|SSH|GPG|MAGIC|FILE|BLOCK|DU_|DF_',
    'STAT|QUOTING|VERSION|TAB|COREUTILS|COLUMN|NODE|NPM|PYTHON|PERL|RUBY|JAVA|JDK|CLASSPATH',
  ].join('|')})`,
  'i',
);

const OBEYED_ANYWHERE = /PATH|PRELOAD|_OPTIONS|_OPTS|_FLAGS/i;

/** Whether a program only reads, and neither it nor what loads it obeys a variable of this name. */
export function ignoresVariable(program = '', name = ''): boolean {
  const isKnown = /^[a-z]\w*$/.test(program) && PURE.has(program);
  return isKnown && /^[A-Za-z]\w*$/.test(name) && !OBEYED.test(name) && !OBEYED_ANYWHERE.test(name);
}
