import type { Word } from '../syntax/word.js';
import { baseName } from './known-dangers.js';
import { listPossibleCommands } from './unwrap-command.js';

// Interpreters, shells, wrappers and programs that run what they download or are given.
const RUNNERS = new Set(
  'bash sh zsh dash ksh fish csh tcsh ash busybox eval source . exec builtin python python2 python3 node deno bun perl ruby php lua Rscript osascript powershell pwsh awk gawk mawk nawk tclsh expect m4 java gdb npx bunx pnpx uvx pipx tsx ts-node env xargs nice nohup timeout time command watch parallel setsid stdbuf ionice chrt taskset strace ltrace script chroot unshare nsenter flock entr coproc trap at batch crontab systemd-run sudo doas su runuser pkexec ssh mosh docker podman kubectl nerdctl vagrant make gmake just ninja cmake find'.split(
    ' ',
  ),
);

// After these an argument is code, or the next word is a program.
const RUNNING_WORDS =
  /^(?:-c|-e|-E|-m|-p|-r|-i|-x|-s|-|--|--eval|--print|--require|--import|exec|dlx|run|x)$/;

// Programs whose commands of these names run any program.
const RUNNING_COMMANDS = new Set(
  ['npm', 'pnpm', 'yarn'].flatMap((name) =>
    ['exec', 'x', 'dlx', 'explore'].map((command) => `${name} ${command}`),
  ),
);

/**
 * Whether commands that begin with these words may run any program, so that no rule for the prefix can keep a promise:
 * `python3`, `bash -c`, `npm exec`. With a script or a program behind it a prefix says what runs: `node build.mjs`.
 */
export function mayRunAnything(prefix: readonly Word[]): boolean {
  const [name = '', second = '', third] = prefix.map(({ value = '' }) => value);
  if (RUNNING_COMMANDS.has(`${baseName(name)} ${second}`)) return third === undefined;
  if (!RUNNERS.has(baseName(name))) return false;
  const last = prefix.at(-1)?.value ?? '';
  return prefix.length === 1 || RUNNING_WORDS.test(last);
}

// Interpreters and shells that run their standard input when no file is given.
const INTERPRETERS =
  /^(?:bash|sh|zsh|dash|ksh|fish|ash|python[\d.]*|node|deno|bun|perl|ruby|php|lua|Rscript|osascript|pwsh|tclsh|m4|psql|mysql|sqlite3)$/;

/** Whether a command runs a program or a script from its standard input, also behind a wrapper. */
export function readsProgram(words: readonly Word[]): boolean {
  return [words, ...listPossibleCommands(words)].some(([program, ...args]) => {
    if (!INTERPRETERS.test(baseName(program?.value ?? ''))) return false;
    const operands = args.filter(({ value = '' }) => !value.startsWith('-') || value === '-');
    const isAsked = args.some(({ value = '' }) => /^--?(?:version|help|V|v)$/.test(value));
    return !isAsked && (operands.length === 0 || operands[0]?.value === '-' || args[0]?.value === '-s');
  });
}
