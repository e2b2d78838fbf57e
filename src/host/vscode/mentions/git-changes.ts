import { extensions, type Uri, workspace } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import { cutMiddle } from './cut-middle.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

/** The part of the Git extension's API that is used here. Source: extensions/git/src/api/git.d.ts of VS Code. */
interface GitApi {
  readonly repositories: readonly {
    readonly rootUri: Uri;
    readonly state: {
      readonly indexChanges: readonly unknown[];
      readonly workingTreeChanges: readonly unknown[];
    };
    /** The output of `git diff`; of `git diff --cached` with `true`. */
    diff(isCached?: boolean): Promise<string>;
  }[];
}

interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): GitApi;
}

/** The number of changed files that are not committed, as far as the editor knows. */
export function countChanges(): number {
  return findRepositories().reduce(
    (sum, { state }) => sum + state.indexChanges.length + state.workingTreeChanges.length,
    0,
  );
}

/** What is not committed, as a diff. New files that git does not track are not in it. Errors: an error when there is nothing. */
export async function readChanges(): Promise<AttachmentRef> {
  const diffs: string[] = [];
  for (const repository of findRepositories())
    for (const isCached of [true, false]) diffs.push(await repository.diff(isCached));
  const diff = diffs.filter((text) => text !== '').join('\n');
  if (diff === '') throw new Error(ATTACH_TEXTS.noChanges);
  return { kind: 'output', name: ATTACH_TEXTS.gitDiff, ...cutMiddle(diff) };
}

/** The repositories that the Git extension has open. Git runs in its hands, and in restricted mode not at all. */
function findRepositories(): GitApi['repositories'] {
  const git = extensions.getExtension<GitExtension>('vscode.git');
  if (!workspace.isTrusted || git?.isActive !== true || !git.exports.enabled) return [];
  return git.exports.getAPI(1).repositories;
}
