import type { Word } from '../syntax/word.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import type { ProgramSpec } from './program-spec.js';

const LOOKING_ONLY = 'reads the settings of npm, which may name programs';
const REPORT = {
  letters: 'al',
  flags: ['--all', '--json', '--long', '--parseable', '--global', '-g', '--prod', '--dev', '--link'],
  optionalValues: ['--omit', '--include'],
  values: { '--depth': 'number' },
  lookingOnly: LOOKING_ONLY,
} as const;

/** Commands of npm that read what is installed, without the network and without running a script. */
const READERS: ReadonlyMap<string, ProgramSpec> = new Map<string, ProgramSpec>([
  ...['ls', 'list', 'll', 'la'].map((name): [string, ProgramSpec] => [name, { ...REPORT, operands: 'text' }]),
  ...['explain', 'why', 'query'].map((name): [string, ProgramSpec] => [
    name,
    { ...REPORT, operands: 'text' },
  ]),
  ...['prefix', 'root'].map((name): [string, ProgramSpec] => [name, { ...REPORT, operands: 'none' }]),
  // Without the name of a script it lists the scripts.
  ...['run', 'run-script'].map((name): [string, ProgramSpec] => [
    name,
    { flags: ['--json'], operands: 'none', lookingOnly: LOOKING_ONLY },
  ]),
  ['pkg get', { flags: ['--json'], operands: 'text', lookingOnly: LOOKING_ONLY }],
  ['config get', { operands: 'text', lookingOnly: LOOKING_ONLY }],
  ['config list', { letters: 'l', flags: ['--json'], operands: 'none', lookingOnly: LOOKING_ONLY }],
]);

/** Checks `npm`. */
export function checkNpm(args: readonly Word[]): CheckedArguments {
  const [first, second] = args.map(({ value = '' }) => value);
  const double = READERS.get(`${first ?? ''} ${second ?? ''}`);
  if (double !== undefined) return checkArguments(double, args.slice('npm pkg'.split(' ').length));
  const single = READERS.get(first ?? '');
  if (single !== undefined) return checkArguments(single, args.slice(1));
  return { paths: [], problem: 'installs or runs code of others' };
}
