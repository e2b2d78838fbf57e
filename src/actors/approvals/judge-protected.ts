import { type PathContext, resolvePath } from './judge-path.js';
import { describeProtection, findProtection, holdsRoot } from './protected/protected-places.js';
import type { Word } from './syntax/word.js';

// Programs that change the files that they are given.
const WRITERS: ReadonlySet<string> = new Set(
  'chmod chown cp dd ed ex install link ln mkdir mkfifo mv patch perl rename rm rmdir rsync sed shred sponge tee touch truncate unlink'.split(
    ' ',
  ),
);

// With the workspace as their argument they change what is protected in it; others only write into it.
const CHANGE_ALL_BELOW: ReadonlySet<string> = new Set(['chmod', 'chown', 'mv', 'rm', 'shred']);

// Programs that print what they read, each with the option that makes it change the file in place.
const IN_PLACE: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  perl: /^-[a-zA-Z0-9]*i/,
};

/** The objection to a command that changes a protected place: it is asked about, whatever was allowed. */
interface ProtectedJudgement {
  /** A phrase after the command. */
  readonly problem: string;
  readonly isByRule: true;
}

interface ProtectedContext extends PathContext {
  readonly cwds: readonly string[];
}

/** The objection to writing to the file that `word` names; `undefined` when it is not protected. Source: SPEC T10. */
export function findProtectedFile(word: Word, context: ProtectedContext): ProtectedJudgement | undefined {
  for (const path of resolvePath(word, context.cwds, context).paths) {
    const protection = findProtection(path, context.roots);
    if (protection !== undefined)
      return {
        problem: `writes to ${word.source}, which is ${describeProtection(protection)}`,
        isByRule: true,
      };
  }
  return undefined;
}

/** The objection to a program that changes its arguments, of which one is protected. */
export function findProtectedArgument(
  program: string,
  args: readonly Word[],
  context: ProtectedContext,
): ProtectedJudgement | undefined {
  const name = program.replace(/^.*\//, '');
  const inPlace = IN_PLACE[name];
  if (!WRITERS.has(name) || (inPlace !== undefined && !args.some(({ value = '' }) => inPlace.test(value))))
    return undefined;
  for (const target of args.flatMap(listTargets)) {
    const judgement = findProtectedFile(target, context);
    if (judgement !== undefined) return judgement;
    const { paths } = resolvePath(target, context.cwds, context);
    if (CHANGE_ALL_BELOW.has(name) && paths.some((path) => holdsRoot(path, context.roots)))
      return { problem: `changes ${target.source}, with everything in the workspace`, isByRule: true };
  }
  return undefined;
}

/** The word itself, and the file in `of=FILE`, `--target-directory=FILE` or `-tFILE`. */
function listTargets(word: Word): readonly Word[] {
  const { value, source } = word;
  if (value === undefined) return [];
  const glued = [/^[^=]*=(.+)$/.exec(value)?.[1], /^-[A-Za-z](.+)$/.exec(value)?.[1]];
  const inside = glued.flatMap((name) => (name === undefined ? [] : [name]));
  return [
    ...(value.startsWith('-') ? [] : [word]),
    ...inside.map((name) => ({ source, value: name, glob: undefined, startsAtHome: name.startsWith('~') })),
  ];
}
