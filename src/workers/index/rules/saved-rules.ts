import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { IndexFacts } from '../../ignore/git/read-index-facts.js';
import type { KeptAnswer } from '../../ignore/git/tracked-answers.js';

/** Where the rules of a root are, and by what they are known again. Plain data. */
export interface SavedRules {
  /** Of all that is written in them. */
  readonly fingerprint: string;
  readonly ruleDirectories: readonly RelPath[];
  readonly repositories: readonly RelPath[];
  readonly ignoredDirectories: readonly RelPath[];
  /** What git said of tracked files. */
  readonly answers: readonly KeptAnswer[];
}

/** Takes data of unknown origin for saved rules; `undefined` when it is something else, or leads out of the root. */
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

function isAnswer(data: unknown): data is KeptAnswer {
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
  // They lead to nothing: all that is taken of a directory above is how long its path is.
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

// A name that is empty, `.` or `..`.
const LEADS_ELSEWHERE = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Whether it is the root, or leads from it to something below. */
function isPath(data: unknown): data is RelPath {
  if (typeof data !== 'string' || data.includes('\0')) return false;
  return data === '' || !LEADS_ELSEWHERE.test(data);
}
