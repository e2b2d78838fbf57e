import { ThemeIcon, Uri, window } from 'vscode';
import type { Allowance } from '../../../actors/protocol/approvals.js';
import { ApprovalFile, findApprovalsFile } from '../../node/approval-store.js';
import { showRemovableList } from '../prompts/removable-list.js';
import { type Approval, listApprovals } from './approval-rows.js';

/** The conversation that is shown, as far as it was allowed something. */
export interface AllowingThread {
  readonly allowances: readonly Allowance[];
  revoke(allowance: Allowance): void;
}

const OPEN_FILE = 'file';

/**
 * Lists what is allowed in this chat and always; the button of a row takes it back. `thread`: `undefined` while no
 * conversation is open. Errors: those of the file of rules.
 */
export async function showApprovals(thread: AllowingThread | undefined): Promise<void> {
  const path = findApprovalsFile(process.env);
  const store = new ApprovalFile(path);
  const list = async () => {
    const rows = listApprovals(await store.load(), thread?.allowances ?? []);
    return [
      ...rows.map(({ label, approval }) => ({
        item: { label },
        ...(approval === undefined ? {} : { value: approval }),
      })),
      { item: { label: 'The file' } },
      {
        item: { label: '$(json) Open the file of rules', description: path },
        value: OPEN_FILE,
        isFixed: true,
      } as const,
    ];
  };
  if ((await list()).length === 2) {
    void window.showInformationMessage(
      'Troupe asks about everything: you have allowed nothing in this chat, and nothing always.',
    );
    return;
  }
  const chosen = await showRemovableList<Approval | typeof OPEN_FILE>({
    title: 'Troupe: Approvals',
    placeholder: 'The button of a row takes back what it allows',
    list,
    button: { iconPath: new ThemeIcon('trash'), tooltip: 'Take back' },
    remove: async (approval) => {
      if (approval === OPEN_FILE) return;
      if (approval.scope === 'chat') {
        thread?.revoke(approval.allowance);
        return;
      }
      await store.remove([approval.rule]);
      // What is allowed always is allowed in the chat in which it was answered, too.
      thread?.revoke({ kind: 'rule', rule: approval.rule });
    },
  });
  if (chosen === OPEN_FILE) await window.showTextDocument(Uri.file(path));
}
