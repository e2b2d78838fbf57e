import { type SimpleCommand, splitLine } from './split-line.js';

// Programs that run the file that they are given.
const INTERPRETERS =
  /^(?:bash|sh|zsh|dash|ksh|fish|ash|source|\.|python[\d.]*|pypy3?|node|deno|bun|tsx|ts-node|perl|ruby|php|lua|Rscript|osascript|pwsh|tclsh|expect|make|gmake|just|awk|gawk|mawk|sed|jshell|groovy|julia|elixir)$/;
// Of these only the file behind an option is run.
const BY_OPTION = /^(?:make|gmake|just|awk|gawk|mawk|sed)$/;
// Options whose value is run as well.
const RUN_OPTIONS =
  /^(?:-f|-r|--file|--makefile|--justfile|--require|--import|--loader|--rcfile|--init-file|--preload|--env-file)$/;
const GLUED_OPTIONS =
  /^(?:--(?:file|makefile|justfile|require|import|loader|rcfile|init-file|preload)=|-f(?=.))(.+)$/;
// Programs that run the command behind them.
const WRAPPERS =
  /^(?:env|sudo|doas|time|nohup|exec|command|builtin|nice|timeout|xargs|watch|parallel|find|setsid|stdbuf|strace|ltrace|unshare)$/;
const ASSIGNMENT = /^\w+\+?=/;
const DURATION = /^[\d.]+[smhd]?$/;
// Lines in lines in lines have no honest use.
const MAX_DEPTH = 3;

/** The files that a command line names and may run, before anybody has looked whether they exist. */
export interface NamedScripts {
  /** Shape: as in the line, in its order, without repeats. */
  readonly names: readonly string[];
  /** The folders that the line goes to, as in the line: names may be relative to these. */
  readonly folders: readonly string[];
}

/**
 * Finds the words of a line that stand where a program or a script of the workspace would: `./run`, `bash s.sh`,
 * `node -r ./a.js b.js`, `make -f x.mk`, also in a line within the line. Some words that are no scripts are among them, such
 * as the value of an option; what the line does not name is not.
 * Cost: linear in the line.
 */
export function findScripts(line: string, depth = 0): NamedScripts {
  const names = new Set<string>();
  const folders = new Set<string>();
  const add = (found: NamedScripts): void => {
    for (const name of found.names) names.add(name);
    for (const folder of found.folders) folders.add(folder);
  };
  for (const segment of splitLine(line)) {
    add(readSegment(segment));
    if (depth === MAX_DEPTH) continue;
    // `bash -c './s.sh'`, `"$(./s.sh)"`.
    for (const word of segment.words) if (/[\s;&|()`]/.test(word)) add(findScripts(word, depth + 1));
  }
  return { names: [...names], folders: [...folders] };
}

function readSegment({ words, inputs }: SimpleCommand): NamedScripts {
  const command = words.map((word) => word.replace(/^\$(?:PWD|\{PWD\})\//, './'));
  const programs = listPrograms(command);
  const [first = -1] = programs;
  if (/^(?:cd|pushd)$/.test(command[first] ?? ''))
    return { names: [], folders: command.slice(first + 1).filter(isOperand) };
  const names = programs.flatMap((at) => {
    const program = command[at] ?? '';
    const own = program.includes('/') ? [program] : [];
    if (!INTERPRETERS.test(baseName(program))) return own;
    return [...own, ...listOperands(baseName(program), command.slice(at + 1)), ...inputs];
  });
  return { names, folders: [] };
}

/** The places in a command at which a program may stand: the first word, and what wrappers run. */
function listPrograms(command: readonly string[]): readonly number[] {
  const places: number[] = [];
  for (const [index, word] of command.entries()) {
    if (ASSIGNMENT.test(word) || DURATION.test(word) || word.startsWith('-')) continue;
    places.push(index);
    // The value of an option, or the program behind an option without one.
    const isAfterOption = /^-./.test(command[index - 1] ?? '');
    if (!isAfterOption && !WRAPPERS.test(baseName(word))) break;
  }
  const isFind = command.some((word) => baseName(word) === 'find');
  const executed = command.flatMap((word, index) =>
    isFind && /^-(?:exec|ok)(?:dir)?$/.test(word) ? [index + 1] : [],
  );
  return [...places, ...executed];
}

/** What may be the script among the arguments of an interpreter. */
function listOperands(interpreter: string, args: readonly string[]): readonly string[] {
  const byOption = args.flatMap((word, index) => {
    const glued = GLUED_OPTIONS.exec(word)?.[1];
    if (glued !== undefined) return [glued];
    return index > 0 && RUN_OPTIONS.test(args[index - 1] ?? '') ? [word] : [];
  });
  if (BY_OPTION.test(interpreter)) return byOption;
  const first = args.findIndex((word, index) => isScript(word) && !/^-./.test(args[index - 1] ?? ''));
  // What stands behind an option may be its value, and may be the script. What stands behind the script is data.
  const before = args.slice(0, first < 0 ? args.length : first + 1).filter(isScript);
  return [...byOption, ...before];
}

function isScript(word: string): boolean {
  return isOperand(word) && !/^(?:run|exec|x|test)$/.test(word);
}

function isOperand(word: string): boolean {
  return word !== '' && !word.startsWith('-');
}

function baseName(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}
