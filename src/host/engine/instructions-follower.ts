import { dirname } from 'node:path';
import { getAttachmentBudget } from '../../actors/context/output-budget.js';
import { listFoldersAbove } from '../../actors/context/instructions/folders-above.js';
import type { RulesFile } from '../../actors/protocol/instructions/rules-file.js';
import type { SkillSummary } from '../../actors/protocol/instructions/skill-summary.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { LLMAdapter } from '../../actors/protocol/llm.js';
import type { BodyOf, ThreadEntry } from '../../actors/protocol/thread.js';
import type { OutputBudget, ToolCategory } from '../../actors/protocol/tool.js';
import {
  findLoadedInstructions,
  type LoadedInstructions,
} from '../../actors/threads/instructions/loaded-instructions.js';
import { findCharBoundary } from '../../actors/tools/text/find-char-boundary.js';
import { fitStart } from '../../actors/tools/text/fit-text.js';
import type { InstructionsReader } from '../instructions/instructions-reader.js';
import type { RulesFolder } from '../instructions/read-rules.js';

interface Following {
  readonly adapter: LLMAdapter;
  /** Whether the model can read skills. */
  readonly offersSkills: boolean;
  readonly onProblem: (problem: string) => void;
  readonly signal: AbortSignal;
}

// All rules of a conversation take at most this share of what attachments may: they are in each request. A tenth of the
// window in all.
const SHARE_OF_ATTACHMENTS = 0.4;

// Some 500 lines. What is longer is documentation, which the model can read. Units: UTF-16 units.
const MAX_FILE_CHARS = 32_000;

// Calls that show the model a file, or change one.
const WORK_ON_FILES: ReadonlySet<ToolCategory> = new Set<ToolCategory>(['Read file', 'File edits']);

/** Finds the instructions that the next request of a turn needs, and that its thread does not have. */
export class InstructionsFollower {
  readonly #reader: InstructionsReader;
  /** The folders that this turn has looked into since the last compaction. */
  readonly #checked = new Set<string>();
  #compactions = 0;
  #areSkillsListed = false;

  constructor(reader: InstructionsReader) {
    this.#reader = reader;
  }

  /** `undefined` when the thread has all of them. Errors: the signal's reason. */
  async next(
    branch: readonly ThreadEntry[],
    following: Following,
  ): Promise<BodyOf<'instructions'> | undefined> {
    const compactions = branch.filter(({ kind }) => kind === 'compaction').length;
    if (compactions !== this.#compactions) {
      this.#compactions = compactions;
      this.#checked.clear();
      this.#areSkillsListed = false;
    }
    const loaded = findLoadedInstructions(branch);
    const files = await this.#findChanges(branch, loaded, following);
    const skills = await this.#findSkills(loaded, following);
    if (files.length === 0 && skills === undefined) return undefined;
    return {
      kind: 'instructions',
      files: fitFiles(files, loaded, following.adapter),
      ...omitUndefined({ skills }),
    };
  }

  async #findChanges(
    branch: readonly ThreadEntry[],
    { files: loaded }: LoadedInstructions,
    { onProblem, signal }: Following,
  ): Promise<readonly RulesFile[]> {
    const changes: RulesFile[] = [];
    for (const folder of await this.#listFolders(branch, [...loaded.keys()])) {
      if (this.#checked.has(folder.path)) continue;
      const found = await this.#reader.read(folder, onProblem, signal);
      this.#checked.add(folder.path);
      for (const rules of found) {
        const known = loaded.get(rules.path);
        if (known === undefined) changes.push(rules);
        else if (known.digest !== rules.digest) changes.push({ ...rules, change: 'changed' });
      }
      for (const known of loaded.values())
        if (isIn(known, folder) && !found.some(({ path }) => path === known.path)) {
          const { omittedChars: _ofText, ...rest } = known;
          changes.push({ ...rest, text: '', change: 'gone' });
        }
    }
    return changes;
  }

  /** The folders to look into, nearest first. */
  async #listFolders(
    branch: readonly ThreadEntry[],
    loaded: readonly string[],
  ): Promise<readonly RulesFolder[]> {
    const nested = new Map<string, RulesFolder>();
    for (const path of [...loaded, ...listTouched(branch)]) {
      const place = await this.#reader.locate(path);
      for (const way of place === undefined ? [] : listFoldersAbove(place.below)) {
        const folder = place?.folder(way);
        if (folder !== undefined) nested.set(folder.path, folder);
      }
    }
    return [...nested.values(), ...this.#reader.everywhere].sort((one, other) => other.depth - one.depth);
  }

  async #findSkills(
    { skills: loaded }: LoadedInstructions,
    { offersSkills, onProblem, signal }: Following,
  ): Promise<readonly SkillSummary[] | undefined> {
    if (this.#areSkillsListed) return undefined;
    const skills = await this.#reader.listSkills(onProblem, signal);
    this.#areSkillsListed = true;
    return !offersSkills || JSON.stringify(skills) === JSON.stringify(loaded) ? undefined : skills;
  }
}

function isIn({ path, from }: RulesFile, folder: RulesFolder): boolean {
  return from === folder.from && dirname(path) === folder.path;
}

/** What the calls of the last turn have read or changed. */
function listTouched(branch: readonly ThreadEntry[]): readonly string[] {
  const turn = branch.slice(branch.findLastIndex(({ kind }) => kind === 'turn_began') + 1);
  const done = new Set(
    turn.flatMap((entry) => (entry.kind === 'observation' && entry.result.success ? [entry.callId] : [])),
  );
  const paths = turn.flatMap((entry) =>
    entry.kind === 'call' && WORK_ON_FILES.has(entry.category) && done.has(entry.callId) ? entry.paths : [],
  );
  return [...new Set(paths)];
}

/** The files, cut so that all rules of the conversation together leave room for it. */
function fitFiles(
  files: readonly RulesFile[],
  loaded: LoadedInstructions,
  adapter: LLMAdapter,
): readonly RulesFile[] {
  const { maxTokens, estimateTokens } = getAttachmentBudget(adapter);
  const replaced = new Set(files.map(({ path }) => path));
  const before = [...loaded.files.values()].filter(({ path }) => !replaced.has(path));
  let left = before.reduce((sum, { text }) => sum - estimateTokens(text), maxTokens * SHARE_OF_ATTACHMENTS);
  return files.map((file) => {
    const budget: OutputBudget = { maxTokens: Math.max(0, left), estimateTokens };
    const text = fitStart(file.text.slice(0, findCharBoundary(file.text, MAX_FILE_CHARS)), budget).trimEnd();
    left -= estimateTokens(text);
    const omittedChars = file.text.length - text.length;
    return omittedChars === 0 ? file : { ...file, text, omittedChars };
  });
}
