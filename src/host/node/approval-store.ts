import { errorCode } from '../../actors/protocol/errors/error-code.js';
import { isRecord } from '../../actors/protocol/json/json-shape.js';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApprovalRule, ApprovalStore, RuleSubject } from '../../actors/protocol/approvals.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { changeFile } from './change-file.js';
import { describeUnreadable } from './describe-unreadable.js';
import { isWritableByOthers } from './is-writable-by-others.js';
import { liesInside } from './lies-inside.js';
import { settingsDirectory } from './settings-directory.js';
import { replaceFile } from './replace-file.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file with this person's rules: in the system's folder for settings, outside every project. */
export function findApprovalsFile(env: Environment, platform = process.platform): string {
  return join(settingsDirectory(env, platform), 'approvals.json');
}

/** The store of this person's rules; `undefined` when its file would lie inside a root, where the agent may write. */
export function openApprovalFile(env: Environment, roots: readonly string[]): ApprovalFile | undefined {
  const path = findApprovalsFile(env);
  return liesInside(path, roots) ? undefined : new ApprovalFile(path);
}

/**
 * Rules in a JSON file that only its owner can read and write. Several processes may use it; of two that change it at the
 * same moment, the last write wins.
 */
export class ApprovalFile implements ApprovalStore {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Errors: `SettingsError` when other users may write the file, or when its content is invalid. A missing file holds
   * no rules.
   */
  async load(): Promise<readonly ApprovalRule[]> {
    const found = await stat(this.#path).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw this.#problem(describeUnreadable(error));
    });
    if (found === undefined) return [];
    if (isWritableByOthers(found))
      throw this.#problem(
        `can be written by others: run "chmod 600 ${this.#path}" if you trust what it says`,
      );
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      throw this.#problem(describeUnreadable(error));
    });
    const rules = readRules(text);
    if (rules === undefined)
      throw this.#problem('is not a list of rules: correct it, or delete it to start anew');
    return rules;
  }

  async add(rules: readonly ApprovalRule[]): Promise<void> {
    await changeFile(this.#path, async () => {
      const kept = await this.load();
      const known = new Set(kept.map(identify));
      const added = rules.filter((rule) => !known.has(identify(rule)));
      if (added.length > 0) await this.#write([...kept, ...added]);
    });
  }

  /** Removes these rules from the store. Errors: those of `load`, and those of the file system. */
  async remove(rules: readonly ApprovalRule[]): Promise<void> {
    const taken = new Set(rules.map(identify));
    await changeFile(this.#path, async () => {
      const kept = await this.load();
      const left = kept.filter((rule) => !taken.has(identify(rule)));
      if (left.length < kept.length) await this.#write(left);
    });
  }

  async #write(rules: readonly ApprovalRule[]): Promise<void> {
    await replaceFile(this.#path, `${JSON.stringify({ rules }, null, 2)}\n`);
  }

  #problem(text: string): SettingsError {
    return new SettingsError(`The file of approval rules ${this.#path} ${text}.`, { setting: 'approvals' });
  }
}

/** A key for comparing rules. */
function identify({ effect, when }: ApprovalRule): string {
  return JSON.stringify([effect, Object.entries(when).sort(([one], [other]) => (one < other ? -1 : 1))]);
}

/** Parses the rules in a text; `undefined` when any of them is invalid, because a skipped rule may be a `deny`. */
function readRules(text: string): readonly ApprovalRule[] | undefined {
  try {
    const { rules } = JSON.parse(text) as { readonly rules?: unknown };
    return Array.isArray(rules) && rules.every(isRule) ? rules : undefined;
  } catch {
    return undefined;
  }
}

function isRule(raw: unknown): raw is ApprovalRule {
  if (!isRecord(raw) || !isRecord(raw['when'])) return false;
  return /^(?:allow|ask|deny)$/.test(String(raw['effect'])) && isSubject(raw['when']);
}

function isSubject(when: Readonly<Record<string, unknown>>): when is RuleSubject & Record<string, unknown> {
  const { command, line, cwd, path, access, host, tool, server } = when;
  switch (Object.keys(when).sort().join()) {
    case 'command':
      return (
        Array.isArray(command) && command.length > 0 && command.every((word) => typeof word === 'string')
      );
    case 'cwd,line':
      return typeof line === 'string' && typeof cwd === 'string';
    case 'access,path':
      return typeof path === 'string' && (access === 'read' || access === 'write');
    case 'host':
      return typeof host === 'string';
    case 'tool':
      return typeof tool === 'string';
    case 'server':
      return typeof server === 'string';
    default:
      return false;
  }
}
