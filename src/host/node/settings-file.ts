import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../../actors/protocol/errors.js';
import { messageOf } from '../../actors/protocol/errors/message-of.js';
import { isRecord } from '../../actors/protocol/json/json-shape.js';
import { parseJson } from '../../actors/protocol/json/json-depth.js';
import { isMissingError } from '../../workers/disk/is-missing-error.js';
import {
  type CheckpointSettings,
  DEFAULT_CHECKPOINT_SETTINGS,
  QUOTA_RANGE_MB,
} from './checkpoints/checkpoint-settings.js';
import { describeUnreadable } from './describe-unreadable.js';
import { settingsDirectory } from './settings-directory.js';

/** What a person sets of the command line. */
export interface OwnSettings extends CheckpointSettings {
  /** Whether models are offered tools that reach the web. */
  readonly webTools: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The file with this person's settings of the command line. */
export function findSettingsFile(env: Environment): string {
  return join(settingsDirectory(env), 'settings.json');
}

/**
 * The settings of the command line. What the file does not say has its default; without a file all of it has.
 * Errors: `SettingsError` for a file that cannot be read, is no JSON, or has a wrong value.
 */
export async function readSettingsFile(env: Environment): Promise<OwnSettings> {
  const path = findSettingsFile(env);
  const problem = (what: string): SettingsError =>
    new SettingsError(`The file of settings ${path} ${what}.`, { setting: 'settings.json' });
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissingError(error)) return '{}';
    throw problem(describeUnreadable(error));
  });
  let settings: unknown;
  try {
    settings = parseJson(text);
  } catch (error) {
    throw problem(`is no JSON (${messageOf(error)}): correct it`);
  }
  if (!isRecord(settings)) throw problem(`must hold an object, such as { "checkpointQuotaMb": 4096 }`);
  const { checkpoints, checkpointQuotaMb, webTools } = {
    ...DEFAULT_CHECKPOINT_SETTINGS,
    webTools: false,
    ...settings,
  } as Record<string, unknown>;
  const readFlag = (name: string, value: unknown): boolean => {
    if (typeof value === 'boolean') return value;
    throw problem(`has a wrong value: "${name}" must be true or false, got ${show(value)}`);
  };
  const { least, most } = QUOTA_RANGE_MB;
  if (
    typeof checkpointQuotaMb !== 'number' ||
    !Number.isInteger(checkpointQuotaMb) ||
    checkpointQuotaMb < least ||
    checkpointQuotaMb > most
  )
    throw problem(
      `has a wrong value: "checkpointQuotaMb" must be a whole number from ${least} to ${most}, got ${show(checkpointQuotaMb)}`,
    );
  return {
    checkpoints: readFlag('checkpoints', checkpoints),
    checkpointQuotaMb,
    webTools: readFlag('webTools', webTools),
  };
}

// Enough of a value to recognise it. Units: UTF-16 units.
const MAX_SHOWN_CHARS = 80;

function show(value: unknown): string {
  return JSON.stringify(value).slice(0, MAX_SHOWN_CHARS);
}
