import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, window } from 'vscode';

/** A row of the list; one without a value is a heading. */
interface ListRow<Value> {
  readonly item: QuickPickItem;
  readonly value?: Value;
  /** Whether the row has no button. Default: it has. */
  readonly isFixed?: boolean;
}

interface RemovableList<Value> {
  readonly title: string;
  readonly placeholder: string;
  readonly list: () => readonly ListRow<Value>[] | Promise<readonly ListRow<Value>[]>;
  /** The button of each row. */
  readonly button: QuickInputButton;
  /** Errors: the list closes, and the promise rejects with them. */
  readonly remove: (value: Value) => Promise<void>;
}

/**
 * Shows a list whose rows can be removed one by one with a button. Resolves to the chosen row; `undefined` when it was
 * closed, or nothing is left in it.
 */
export async function showRemovableList<Value>(options: RemovableList<Value>): Promise<Value | undefined> {
  const { title, placeholder, list, button, remove } = options;
  const pick = window.createQuickPick<QuickPickItem & { readonly row?: ListRow<Value> }>();
  Object.assign(pick, { title, placeholder, matchOnDescription: true, matchOnDetail: true });
  const draw = async (): Promise<boolean> => {
    const rows = await list();
    pick.items = rows.map((row) => ({
      ...row.item,
      row,
      ...(row.value === undefined
        ? { kind: QuickPickItemKind.Separator }
        : { buttons: row.isFixed === true ? [] : [button] }),
    }));
    return rows.some(({ value, isFixed }) => value !== undefined && isFixed !== true);
  };
  try {
    await draw();
    return await new Promise<Value | undefined>((resolve, reject) => {
      pick.onDidHide(() => {
        resolve(undefined);
      });
      pick.onDidAccept(() => {
        const value = pick.activeItems[0]?.row?.value;
        if (value !== undefined) resolve(value);
      });
      pick.onDidTriggerItemButton(({ item }) => {
        const value = item.row?.value;
        if (value === undefined) return;
        remove(value)
          .then(draw)
          .then((isLeft) => {
            if (!isLeft) resolve(undefined);
          }, reject);
      });
      pick.show();
    });
  } finally {
    pick.dispose();
  }
}
