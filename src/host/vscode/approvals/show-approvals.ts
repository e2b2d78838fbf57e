import { ThemeIcon, Uri, window } from 'vscode';
import type { Allowance } from '../../../actors/protocol/approvals.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { findApprovalsFile, openApprovalFile } from '../../node/approval-store.js';
import { showRemovableList } from '../prompts/removable-list.js';
import { type Approval, listApprovals } from './approval-rows.js';
import { APPROVALS_TEXTS } from '../words/command-words.js';

/** The conversation that is shown, as far as it was allowed something. */
export interface AllowingThread {
  readonly allowances: readonly Allowance[];
  revoke(allowance: Allowance): void;
}

const OPEN_FILE = 'file';

/**
 * Lists what is allowed in this chat and always; the button of a row takes it back. `thread`: `undefined` while no
 * conversation is open. `roots`: the folders of the window. Errors: those of the file of rules.
 */
export async function showApprovals(
  thread: AllowingThread | undefined,
  roots: readonly string[],
): Promise<void> {
  const path = findApprovalsFile(process.env);
  const store = openApprovalFile(process.env, roots);
  const list = async () => {
    const stored = (await store?.load()) ?? [];
    return [
      ...listApprovals(stored, thread?.allowances ?? []).map(({ label, approval }) => ({
        item: { label },
        ...omitUndefined({ value: approval }),
      })),
      ...(stored.length === 0
        ? []
        : [
            {
              item: { label: `$(json) ${APPROVALS_TEXTS.openFile}`, description: path },
              value: OPEN_FILE,
              isFixed: true,
            } as const,
          ]),
    ];
  };
  if ((await list()).length === 0) {
    void window.showInformationMessage(APPROVALS_TEXTS.none);
    return;
  }
  const chosen = await showRemovableList<Approval | typeof OPEN_FILE>({
    title: APPROVALS_TEXTS.title,
    placeholder: APPROVALS_TEXTS.placeholder,
    list,
    button: { iconPath: new ThemeIcon('trash'), tooltip: APPROVALS_TEXTS.takeBack },
    remove: async (approval) => {
      if (approval === OPEN_FILE) return;
      if (approval.scope === 'chat') {
        thread?.revoke(approval.allowance);
        return;
      }
      await store?.remove([approval.rule]);
      // What is allowed always is allowed in the chat in which it was answered, too.
      thread?.revoke({ kind: 'rule', rule: approval.rule });
    },
  });
  if (chosen === OPEN_FILE) await window.showTextDocument(Uri.file(path));
}
