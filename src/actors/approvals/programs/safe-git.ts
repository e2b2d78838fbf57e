import { type CheckedArguments, checkArguments } from './check-arguments.js';
import { findGitReader } from './git-readers.js';
import type { Word } from '../syntax/word.js';

// Settings that only choose what is printed and how, and none that names a program or has git start one:
// `log.showSignature` does, and `status.submoduleSummary`.
const HARMLESS_SETTING = new RegExp(
  `^(?:${[
    String.raw`color\.\w+=\w+`,
    String.raw`column\.\w+=\w+`,
    String.raw`advice\.\w+=\w+`,
    String.raw`core\.(?:quotepath|abbrev)=\w+`,
    String.raw`(?:core\.pager|pager\.\w+)=(?:cat|false)`,
    String.raw`log\.(?:date|decorate|abbrevcommit|follow|mailmap|showroot)=[\w-]+`,
    String.raw`diff\.(?:renames|renamelimit|algorithm|noprefix|mnemonicprefix|context|colormoved)=[\w-]+`,
    String.raw`status\.(?:short|branch|showuntrackedfiles|relativepaths|renames)=\w+`,
  ].join('|')})$`,
  'i',
);

// Global options that only say how paths are read and that nothing is waited for.
const GLOBAL_FLAGS: ReadonlySet<string> = new Set(
  '--no-pager -P --no-optional-locks --no-replace-objects --no-lazy-fetch --no-advice --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs'.split(
    ' ',
  ),
);

/** A call of git, read up to its command. */
interface GitCall {
  /** The words from the command on. */
  readonly words: readonly Word[];
  /** The folders of `-C`, each relative to the one before. */
  readonly folders: readonly Word[];
  /** The first global option that may make git run programs or use another repository. */
  readonly option?: string;
}

/** Reads the global options of a call of git. */
export function readGitCall(args: readonly Word[]): GitCall {
  const folders: Word[] = [];
  let index = 0;
  for (; index < args.length; index++) {
    const value = args[index]?.value;
    const next = args[index + 1];
    if (value === undefined || !value.startsWith('-')) break;
    if (value === '-C' && next !== undefined) {
      folders.push(next);
      index += 1;
    } else if (value === '-c' && HARMLESS_SETTING.test(next?.value ?? '')) index += 1;
    else if (!GLOBAL_FLAGS.has(value)) return { words: args.slice(index), folders, option: value };
  }
  return { words: args.slice(index), folders };
}

/** Checks a call of git. */
export function checkGit(args: readonly Word[]): CheckedArguments {
  const { words, folders, option } = readGitCall(args);
  const [command, ...others] = words;
  const name = command?.value;
  if (option === '--version' && args.length === 1) return { paths: [], problem: undefined };
  if (option !== undefined)
    return { paths: [], problem: `gets the option ${option}, which may run programs` };
  if (name === undefined)
    return { paths: [], problem: 'is called with a command that is not known before it runs' };
  const checked = checkCommand(name, others);
  if (checked === undefined)
    return { paths: [], problem: GIT_DANGERS.get(name) ?? 'may change the repository' };
  // Later folders are relative to the first, and so are the files.
  if (folders.length > 0 && checked.paths.some(({ value = '' }) => value.includes('..')))
    return { ...checked, problem: 'names files that are relative to another folder' };
  return { ...checked, paths: [...folders.slice(0, 1), ...checked.paths] };
}

function checkCommand(name: string, args: readonly Word[]): CheckedArguments | undefined {
  const reader = findGitReader(
    name,
    args.map(({ value = '' }) => value),
  );
  return reader && checkArguments(reader.program, args.slice(reader.nameWords - 1));
}

const GIT_DANGERS: ReadonlyMap<string, string> = new Map([
  ['clone', 'downloads'],
  ['fetch', 'downloads'],
  ['pull', 'downloads and changes files'],
  ['push', 'sends commits to another machine'],
  ['submodule', 'may download and run programs'],
  ['checkout', 'changes files'],
  ['switch', 'changes files'],
  ['restore', 'changes files'],
  ['reset', 'changes files'],
  ['clean', 'deletes files'],
  ['rm', 'deletes files'],
  ['grep', 'may run programs'],
  ['bisect', 'may run programs'],
  ['config', 'may change what git runs'],
]);
