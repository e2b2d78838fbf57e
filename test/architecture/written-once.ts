/** An idea that one file writes down, and everybody else imports. */
export interface WrittenOnce {
  /** What a copy writes, to follow "writes". */
  readonly what: string;
  /** The file that has it. Shape: a path below `src`. */
  readonly home: string;
  /** How copies of it looked. */
  readonly form: RegExp;
  /** Other files in which this form is right. Shape: globs below `src`. */
  readonly except?: readonly { readonly files: readonly string[]; readonly because: string }[];
}

/** What stood in many files, in slightly different words, before it had a file of its own. */
export const WRITTEN_ONCE: readonly WrittenOnce[] = [
  {
    what: 'the message of an unknown error',
    home: 'actors/protocol/errors/message-of.ts',
    form: /\b(\w+) instanceof Error\s*\?\s*\1\.message\s*:\s*String\(/,
  },
  {
    what: 'the code of an unknown error',
    home: 'actors/protocol/errors/error-code.ts',
    form: /\binstanceof Error\W+'code' in\b|\bas NodeJS\.ErrnoException(?:\)\.code\b|;)|\.catch\(\(\w+: NodeJS\.ErrnoException\)/,
  },
  {
    what: 'whether a path is inside of another',
    home: 'actors/runtime/paths/is-inside.ts',
    form: /(?:=== '\.\.' \|\|[^;]*\bisAbsolute\()|\.startsWith\((?:'\.\.\/?'|`\.\.\$\{sep\}`)\)/,
  },
  {
    what: 'whether a path is within another',
    home: 'actors/protocol/rel-path.ts',
    form: /\.startsWith\(`\$\{[\w.#]+\}(?:\/|\$\{sep\})`\)/,
    except: [
      {
        files: ['host/settings.ts', 'host/cli/models/resolve-name.ts'],
        because: 'the name of a model begins with that of its server',
      },
      {
        files: ['host/node/shell/find-refusal.ts'],
        because: 'a word in the output of a command is no path yet',
      },
      {
        files: ['host/node/checkpoints/restore/plan-restore.ts'],
        because: 'each change is compared with each folder, and comparing two texts is the faster way',
      },
    ],
  },
  {
    what: 'whether something is at a path',
    home: 'workers/disk/is-there.ts',
    form: /\b(?:l?stat|access)\([^;]*\.then\(\s*\(\) => true,\s*\(\) => false|\blstatIfReadable\([^;]*?\) [!=]== undefined/,
  },
  {
    what: 'a spread of what is defined',
    home: 'actors/protocol/json/omit-undefined.ts',
    form: /\.\.\.\(\s*(?:([\w.#]+) === undefined\s*\?\s*\{\}\s*:\s*\{\s*(?:[\w'-]+:\s*)?\1,?\s*\}|([\w.#]+) !== undefined\s*\?\s*\{\s*(?:[\w'-]+:\s*)?\2,?\s*\}\s*:\s*\{\}|([\w.#]+) !== undefined\s*&&\s*\{\s*(?:[\w'-]+:\s*)?\3,?\s*\})\s*\)/,
    except: [
      {
        files: ['actors/llm/merge-deltas.ts', 'actors/llm/openai/openai-tool-calls.ts'],
        because: 'a model streams thousands of pieces, and each would be copied twice',
      },
    ],
  },
];
