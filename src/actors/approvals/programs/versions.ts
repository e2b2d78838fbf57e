import type { Word } from '../syntax/word.js';

const ASKS_ITSELF = /^(?:--version|-V|--help|-version)$/;

// Programs that answer `-v` with their version. Others go on, and a shell then runs its standard input.
const SHORT_VERSIONS = new Set(
  'node npm pnpm yarn tsc ruby php perl nginx cmake make deno bun gcc g++ clang clang++ cc'.split(' '),
);
const VERSION_COMMANDS = new Set('go docker kubectl npm cargo helm terraform openssl'.split(' '));

// Programs of many commands that print a command's help without running it. git opens a manual page for `--help`.
const HAS_HELP = new Set('npm pnpm docker kubectl gh pip pip3 go rustup poetry uv helm terraform'.split(' '));

/**
 * Whether a command only asks a program for its version or its help. The program is looked up in the folders of `PATH`,
 * none of which lies in a root in the looking world, so that it is none of a repository's.
 */
export function asksForVersion(words: readonly Word[]): boolean {
  const [name, ...args] = words.map(({ value, glob }) => (glob === undefined ? value : undefined));
  const [first, second] = args;
  if (name === undefined || first === undefined || !/^[A-Za-z][\w.+-]*$/.test(name)) return false;
  if (args.length === 1)
    return (
      ASKS_ITSELF.test(first) ||
      (first === '-v' && SHORT_VERSIONS.has(name)) ||
      (first === 'version' && VERSION_COMMANDS.has(name)) ||
      (first === 'help' && HAS_HELP.has(name))
    );
  return args.length === 2 && second === '--help' && HAS_HELP.has(name) && /^[a-z][a-z-]*$/.test(first);
}
