import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { IndexFacts } from '../../ignore/git/read-index-facts.js';
import type { SavedAnswer } from '../../ignore/git/tracked-answers.js';

/** The places of a root's rules, and their fingerprint. Plain data. */
export interface SavedRules {
  /** A hash of all rules. */
  readonly fingerprint: string;
  readonly ruleDirectories: readonly RelPath[];
  readonly repositories: readonly RelPath[];
  readonly ignoredDirectories: readonly RelPath[];
  /** git's answers about tracked files. */
  readonly answers: readonly SavedAnswer[];
}

/** Validates data of unknown origin as saved rules; `undefined` for another shape, or a path that leaves the root. */
export function readSavedRules(data: unknown): SavedRules | undefined {
  if (!isRecord(data)) return undefined;
  const { fingerprint, ruleDirectories, repositories, ignoredDirectories, answers } = data;
  const isSound =
    typeof fingerprint === 'string' &&
    arePaths(ruleDirectories) &&
    arePaths(repositories) &&
    arePaths(ignoredDirectories) &&
    Array.isArray(answers) &&
    answers.every(isAnswer);
  if (!isSound) return undefined;
  return { fingerprint, ruleDirectories, repositories, ignoredDirectories, answers };
}

function isAnswer(data: unknown): data is SavedAnswer {
  if (!isRecord(data)) return false;
  const { path, indexVersion, askedAtMs, tracked, facts } = data;
  const isSound = isPath(path) && typeof indexVersion === 'string' && Number.isFinite(askedAtMs);
  return isSound && arePaths(tracked) && areFacts(facts);
}

function areFacts(data: unknown): data is IndexFacts {
  if (!isRecord(data)) return false;
  const { submodules, absentRules, outerAbsentRules } = data;
  if (!arePaths(submodules) || !Array.isArray(absentRules) || !Array.isArray(outerAbsentRules)) return false;
  const isRule = (rule: unknown): boolean =>
    Array.isArray(rule) && isPath(rule[0]) && typeof rule[1] === 'string';
  // These paths are outside the root, but of them only the length is used.
  const isOuter = (rule: unknown): boolean =>
    isRecord(rule) && typeof rule['directory'] === 'string' && typeof rule['text'] === 'string';
  return absentRules.every(isRule) && outerAbsentRules.every(isOuter);
}

function isRecord(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null;
}

function arePaths(data: unknown): data is RelPath[] {
  return Array.isArray(data) && data.every(isPath);
}

// An empty segment, `.` or `..`.
const LEADS_ELSEWHERE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Whether it is a relative path at or below the root. */
function isPath(data: unknown): data is RelPath {
  if (typeof data !== 'string' || data.includes('\0')) return false;
  return data === '' || !LEADS_ELSEWHERE.test(data);
}
