import type { NetworkPolicy } from '../../../actors/approvals/plan-access.js';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { ApprovalMode } from '../../../actors/protocol/approvals.js';
import { type Effort, EFFORTS } from '../../../actors/protocol/llm.js';
import { AGENT_MODES } from '../../../actors/protocol/modes/capabilities.js';
import {
  type CheckpointSettings,
  DEFAULT_CHECKPOINT_SETTINGS,
  QUOTA_RANGE_MB,
} from '../../node/checkpoints/checkpoint-settings.js';
import { SETTING_TEXTS } from '../words/editor-words.js';
import { parseUrl } from '../../../actors/protocol/web/parse-url.js';

/** The extension's settings, with valid values only. */
export interface Settings extends CheckpointSettings {
  /** `offline`; `openai`, for any compatible server; `vscode`, for models of the editor; or a provider of the person's file. */
  readonly provider: string;
  /** `''`: no model. */
  readonly model: string;
  /** `''`: OpenAI itself. */
  readonly baseUrl: string;
  /** How much the model reasons. `''`: what it does by itself. */
  readonly effort: Effort | '';
  /** The model that goes on when the chosen one cannot be reached, as `provider/model`. `''`: that of the person's file, or none. */
  readonly fallbackModel: string;
  readonly mode: AgentMode;
  readonly useGitignore: boolean;
  readonly ignorePatterns: readonly string[];
  readonly corePatterns: readonly string[];
  readonly maxIterations: number;
  /** Whether file changes, and below commands, need approval. */
  readonly approveEdits: 'ask' | 'auto';
  readonly approveCommands: ApprovalMode;
  /** Whether commands in a sandbox can use the network. */
  readonly network: NetworkPolicy;
  /** Whether models are offered tools that reach the web. */
  readonly web: boolean;
  /** Whether rules files, skills and commands are read. */
  readonly instructions: boolean;
  /** When notifications show a question or the end of a turn. `hidden`: while nobody looks at the view. */
  readonly notify: NotifyMode;
  /** Whether the diff of a change that is asked about opens in the editor. */
  readonly openDiffs: boolean;
  /** Whether a question and the end of a turn are heard where the chat is open. */
  readonly sound: boolean;
}

export type NotifyMode = 'always' | 'hidden' | 'never';

/** The settings, and a sentence for each invalid value, in whose place is its default. */
export interface ReadSettings {
  readonly settings: Settings;
  /** What must be mended before a model is asked. */
  readonly problems: readonly string[];
  /** What works with its default meanwhile. */
  readonly warnings: readonly string[];
}

/** The same as in the manifest; a test compares the two. */
export const DEFAULT_SETTINGS: Settings = {
  provider: 'offline',
  model: '',
  baseUrl: '',
  effort: '',
  fallbackModel: '',
  mode: 'agent',
  useGitignore: true,
  ignorePatterns: [],
  corePatterns: [],
  maxIterations: 50,
  approveEdits: 'ask',
  approveCommands: 'ask',
  network: 'ask',
  web: false,
  instructions: true,
  notify: 'hidden',
  openDiffs: true,
  sound: false,
  ...DEFAULT_CHECKPOINT_SETTINGS,
};

const OF_PERSON: ReadonlySet<keyof Settings> = new Set([
  'provider',
  'model',
  'baseUrl',
  'effort',
  'fallbackModel',
  'approveEdits',
  'approveCommands',
  'network',
  'web',
  'checkpoints',
  'checkpointQuotaMb',
  'instructions',
]);

// Their defaults may be another server, or a mode that may do more, than the person meant.
const HAS_TO_BE_RIGHT: ReadonlySet<keyof Settings> = new Set(['provider', 'model', 'baseUrl', 'mode']);

/** Whether a setting decides where text goes, what it costs, what runs, or what can be undone. Only the person's own value counts, never a workspace's. */
export function isOfPerson(name: keyof Settings): boolean {
  return OF_PERSON.has(name);
}

// A turn with more model calls has gone wrong.
const MAX_ITERATIONS = 1000;

/**
 * Reads the current settings. A settings file may contain anything, so each value is checked; an invalid one is
 * replaced by its default and reported.
 * Shape: `get` is called with names without `troupe.`.
 */
export function readSettings(get: (name: keyof Settings) => unknown): ReadSettings {
  const problems: string[] = [];
  const warnings: string[] = [];
  const read = <Name extends keyof Settings>(name: Name, rule: Rule<Settings[Name]>): Settings[Name] => {
    const value = get(name);
    if (value === undefined) return DEFAULT_SETTINGS[name];
    const usable = rule.use(value);
    if (usable !== undefined) return usable;
    const problem = SETTING_TEXTS.settingMustBe(name, rule.expected, show(value));
    const inPlace = DEFAULT_SETTINGS[name];
    if (HAS_TO_BE_RIGHT.has(name)) problems.push(problem);
    else warnings.push(`${problem} ${SETTING_TEXTS.defaultIsUsed(JSON.stringify(inPlace))}`);
    return inPlace;
  };
  const settings: Settings = {
    provider: read('provider', providerName),
    model: read('model', text),
    baseUrl: read('baseUrl', address),
    effort: read('effort', oneOf(['', ...EFFORTS])),
    fallbackModel: read('fallbackModel', text),
    mode: read('mode', oneOf(AGENT_MODES)),
    useGitignore: read('useGitignore', flag),
    ignorePatterns: read('ignorePatterns', patterns),
    corePatterns: read('corePatterns', patterns),
    maxIterations: read('maxIterations', wholeNumber(1, MAX_ITERATIONS)),
    approveEdits: read('approveEdits', oneOf(['ask', 'auto'])),
    approveCommands: read('approveCommands', oneOf(['ask', 'sandboxed', 'auto'])),
    network: read('network', oneOf(['ask', 'allow', 'never'])),
    web: read('web', flag),
    instructions: read('instructions', flag),
    notify: read('notify', oneOf(['always', 'hidden', 'never'])),
    openDiffs: read('openDiffs', flag),
    sound: read('sound', flag),
    checkpoints: read('checkpoints', flag),
    checkpointQuotaMb: read('checkpointQuotaMb', wholeNumber(QUOTA_RANGE_MB.least, QUOTA_RANGE_MB.most)),
  };
  if (settings.provider !== 'offline' && settings.model === '')
    problems.push(SETTING_TEXTS.noModelOf(settings.provider));
  return { settings, problems, warnings };
}

/** Why a text cannot be a base URL, as a sentence; `undefined` when it can. */
export function findAddressProblem(value: string): string | undefined {
  return address.use(value) === undefined ? SETTING_TEXTS.mustBe(address.expected) : undefined;
}

/** The validation of one setting. */
interface Rule<Value> {
  /** Continues "must be". */
  readonly expected: string;
  /** The value to use; `undefined` when it is invalid. */
  use(value: unknown): Value | undefined;
}

function oneOf<Value extends string>(values: readonly Value[]): Rule<Value> {
  return {
    expected: SETTING_TEXTS.oneOf(values.map((value) => `"${value}"`).join(', ')),
    use: (given) => values.find((value) => value === given),
  };
}

// A slash ends the name of the provider in `provider/model`.
const PROVIDER_NAME = /^[\w.-]+$/;

const providerName: Rule<string> = {
  expected: SETTING_TEXTS.aProvider,
  use: (value) => (typeof value === 'string' && PROVIDER_NAME.test(value.trim()) ? value.trim() : undefined),
};

const text: Rule<string> = {
  expected: SETTING_TEXTS.aText,
  use: (value) => (typeof value === 'string' ? value.trim() : undefined),
};

const address: Rule<string> = {
  expected: SETTING_TEXTS.anAddress,
  use(value) {
    if (typeof value !== 'string') return undefined;
    const trimmed = value.trim();
    if (trimmed === '') return '';
    const url = parseUrl(trimmed);
    if (url === undefined) return undefined;
    const { protocol, username, password } = url;
    const isUsable = /^https?:$/.test(protocol) && username === '' && password === '';
    return isUsable ? trimmed : undefined;
  },
};

const flag: Rule<boolean> = {
  expected: SETTING_TEXTS.aFlag,
  use: (value) => (typeof value === 'boolean' ? value : undefined),
};

const patterns: Rule<readonly string[]> = {
  expected: SETTING_TEXTS.patterns,
  use: (value) =>
    Array.isArray(value) && value.every((item): item is string => typeof item === 'string')
      ? value
      : undefined,
};

function wholeNumber(least: number, most: number): Rule<number> {
  return {
    expected: SETTING_TEXTS.wholeNumber(least, most),
    use: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
        ? value
        : undefined,
  };
}

// Enough of a value to recognise it. Units: UTF-16 units.
const MAX_SHOWN_CHARS = 80;

function show(value: unknown): string {
  // An address may contain a password.
  const json = (JSON.stringify(value) ?? String(value)).replaceAll(/\/\/[^/@]*@/g, '//...@');
  return json.length > MAX_SHOWN_CHARS ? `${json.slice(0, MAX_SHOWN_CHARS)}…` : json;
}
