import type { Word } from '../syntax/word.js';
import { type CheckedArguments, checkArguments } from './check-arguments.js';
import type { ProgramSpec } from './program-spec.js';

// A command has no terminal: pagers copy what they get then.
const FOLLOWS_KEYS = 'may follow settings of a person that name programs';

/**
 * Pagers and programs that look at processes, where nobody sits before a terminal. Not listed: options of `less` that write
 * (`-o`, `-O`) or read settings (`-k`, `-t`, `-T`), and its commands (`+!ls`); options of `lsof` that write (`-D`) or go on
 * (`-r`).
 */
export const VIEWERS: readonly (readonly [name: string, program: ProgramSpec])[] = [
  [
    'less',
    {
      letters: 'NSRrXFiInseEMmqQfwWGgJaAcCuUdL',
      flags: [
        '--LINE-NUMBERS',
        '--chop-long-lines',
        '--RAW-CONTROL-CHARS',
        '--quit-if-one-screen',
        '--no-init',
      ],
      values: { '-x': 'number', '-z': 'number', '-p': 'text' },
      hasPlusOptions: true,
      operands: 'path',
      lookingOnly: FOLLOWS_KEYS,
    },
  ],
  [
    'more',
    {
      letters: 'dflpcsu',
      hasLineCount: true,
      hasPlusOptions: true,
      operands: 'path',
      lookingOnly: FOLLOWS_KEYS,
    },
  ],
  [
    'lsof',
    {
      letters: 'nPltUaw',
      optionalLetters: 'isF',
      values: { '-p': 'text', '-u': 'text', '-c': 'text', '-d': 'text', '-g': 'text' },
      hasPlusOptions: true,
      operands: 'path',
      lookingOnly: 'shows what processes have open',
    },
  ],
];

const TOP: ProgramSpec = {
  letters: 'bcHiSs',
  values: {
    '-n': 'number',
    '-d': 'number',
    '-o': 'text',
    '-p': 'text',
    '-u': 'text',
    '-U': 'text',
    '-w': 'number',
  },
  operands: 'none',
  lookingOnly: FOLLOWS_KEYS,
};
const PRINTS_ONLY = /(?:^| )-[cHiSs]*b/;
const ENDS = /(?:^| )-[bcHiSs]*n ?[1-9](?: |$)/;

/** Checks `top`, which ends by itself when it prints a few times: `top -b -n 1`. */
export function checkTop(args: readonly Word[]): CheckedArguments {
  const checked = checkArguments(TOP, args);
  const text = args.map(({ value = '' }) => value).join(' ');
  return checked.problem !== undefined || (PRINTS_ONLY.test(text) && ENDS.test(text))
    ? checked
    : { ...checked, problem: 'waits for a person' };
}
