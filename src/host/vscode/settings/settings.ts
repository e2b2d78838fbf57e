import type { AgentMode } from '../../../actors/protocol/agent.js';

/** The settings of the extension, each with a value that can be used. */
export interface Settings {
  readonly provider: 'offline' | 'openai';
  /** `''`: none is named. */
  readonly model: string;
  /** `''`: OpenAI itself. */
  readonly baseUrl: string;
  readonly mode: AgentMode;
  readonly useGitignore: boolean;
  readonly ignorePatterns: readonly string[];
  readonly corePatterns: readonly string[];
  readonly maxIterations: number;
  /** Whether files are changed, and commands run, without asking. */
  readonly approveEdits: 'ask' | 'auto';
  readonly approveCommands: 'ask' | 'auto';
  /** Whether commands in a sandbox reach the network. */
  readonly allowNetwork: boolean;
}

/** What was read, and a sentence for each value that cannot be used and was replaced by the default. */
export interface ReadSettings {
  readonly settings: Settings;
  readonly problems: readonly string[];
}

/** What the manifest declares as well; a test compares the two. */
export const DEFAULT_SETTINGS: Settings = {
  provider: 'offline',
  model: '',
  baseUrl: '',
  mode: 'agent',
  useGitignore: true,
  ignorePatterns: [],
  corePatterns: [],
  maxIterations: 50,
  approveEdits: 'ask',
  approveCommands: 'ask',
  allowNetwork: true,
};

// More calls of a model than that are no turn any more.
const MAX_ITERATIONS = 1000;

/**
 * The settings as they are now. Nothing keeps a person from writing anything into a settings file, so each value is
 * checked; it stands for itself or for its default, and is complained about.
 * Shape: `get` is asked for the names without `troupe.`.
 */
export function readSettings(get: (name: keyof Settings) => unknown): ReadSettings {
  const problems: string[] = [];
  const read = <Name extends keyof Settings>(name: Name, rule: Rule<Settings[Name]>): Settings[Name] => {
    const value = get(name);
    if (value === undefined) return DEFAULT_SETTINGS[name];
    const usable = rule.use(value);
    if (usable !== undefined) return usable;
    problems.push(`The setting troupe.${name} must be ${rule.expected}, got ${show(value)}.`);
    return DEFAULT_SETTINGS[name];
  };
  const settings: Settings = {
    provider: read('provider', oneOf(['offline', 'openai'])),
    model: read('model', text),
    baseUrl: read('baseUrl', address),
    mode: read('mode', oneOf(['ask', 'gather', 'agent'])),
    useGitignore: read('useGitignore', flag),
    ignorePatterns: read('ignorePatterns', patterns),
    corePatterns: read('corePatterns', patterns),
    maxIterations: read('maxIterations', wholeNumber(1, MAX_ITERATIONS)),
    approveEdits: read('approveEdits', oneOf(['ask', 'auto'])),
    approveCommands: read('approveCommands', oneOf(['ask', 'auto'])),
    allowNetwork: read('allowNetwork', flag),
  };
  if (settings.provider !== 'offline' && settings.model === '')
    problems.push(`The setting troupe.model must name a model of the provider ${settings.provider}.`);
  return { settings, problems };
}

/** Why a text cannot be a base URL, as a sentence; `undefined` when it can. */
export function findAddressProblem(value: string): string | undefined {
  return address.use(value) === undefined ? `This must be ${address.expected}.` : undefined;
}

/** What a value must be. */
interface Rule<Value> {
  /** Continues "must be". */
  readonly expected: string;
  /** The value as it is used; `undefined` when it cannot be. */
  use(value: unknown): Value | undefined;
}

function oneOf<Value extends string>(values: readonly Value[]): Rule<Value> {
  return {
    expected: `one of ${values.map((value) => `"${value}"`).join(', ')}`,
    use: (given) => values.find((value) => value === given),
  };
}

const text: Rule<string> = {
  expected: 'a text',
  use: (value) => (typeof value === 'string' ? value.trim() : undefined),
};

const address: Rule<string> = {
  expected: 'empty or an http or https address without a user name, like "http://localhost:11434/v1"',
  use(value) {
    if (typeof value !== 'string') return undefined;
    const trimmed = value.trim();
    if (trimmed === '') return '';
    if (!URL.canParse(trimmed)) return undefined;
    const { protocol, username, password } = new URL(trimmed);
    const isUsable = /^https?:$/.test(protocol) && username === '' && password === '';
    return isUsable ? trimmed : undefined;
  },
};

const flag: Rule<boolean> = {
  expected: 'true or false',
  use: (value) => (typeof value === 'boolean' ? value : undefined),
};

const patterns: Rule<readonly string[]> = {
  expected: 'a list of patterns, each a text',
  use: (value) =>
    Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
      ? value
      : undefined,
};

function wholeNumber(least: number, most: number): Rule<number> {
  return {
    expected: `a whole number from ${least} to ${most}`,
    use: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined,
  };
}

// A value that is longer than this is not recognised by its end.
const MAX_SHOWN_CHARS = 80;

function show(value: unknown): string {
  // An address may have a password in it.
  const json = (JSON.stringify(value) ?? String(value)).replaceAll(/\/\/[^/@]*@/g, '//...@');
  return json.length > MAX_SHOWN_CHARS ? `${json.slice(0, MAX_SHOWN_CHARS)}...` : json;
}
