import { type Disposable, type QuickInput, QuickInputButtons, QuickPickItemKind, window } from 'vscode';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { type ArrangedRow, arrangeRows } from './arrange-rows.js';
import type { PromptAnswer, Choice, MultiChoice, Prompts, TextQuestion } from './prompts.js';

/** The editor's own lists and input boxes. They stay open when the window loses the focus: a key is copied elsewhere. */
export const editorPrompts: Prompts = { choose, chooseMany, ask };

function choose<Value>(choice: Choice<Value>): Promise<PromptAnswer<Value>> {
  const { title, placeholder, load, typed, canGoBack, signal } = choice;
  const pick = window.createQuickPick<ReturnType<typeof toItem<Value>>>();
  const loading = new AbortController();
  let { rows } = choice;
  const draw = (): void => {
    const text = pick.value.trim();
    pick.items = arrangeRows(rows, text, typed).map(toItem);
  };
  Object.assign(pick, {
    title,
    placeholder,
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  pick.buttons = canGoBack ? [QuickInputButtons.Back] : [];
  draw();
  pick.activeItems = pick.items.filter(
    ({ row }) => choice.active !== undefined && row.value === choice.active,
  );
  return show<PromptAnswer<Value>>(
    pick,
    signal,
    () => loading.abort(),
    (answer) => {
      if (load !== undefined) {
        pick.busy = true;
        void load(loading.signal).then((loaded) => {
          if (loading.signal.aborted) return;
          if ('value' in loaded) {
            answer({ value: loaded.value });
            return;
          }
          rows = loaded;
          pick.busy = false;
          draw();
        });
      }
      return [
        pick.onDidChangeValue(draw),
        pick.onDidTriggerButton(() => {
          answer('back');
        }),
        pick.onDidAccept(() => {
          const active = pick.activeItems[0]?.row;
          // The box may have a newer text than the row.
          const row = active?.isTyped === true ? typed?.(pick.value.trim()) : active;
          if (row !== undefined && 'value' in row) answer({ value: row.value });
        }),
      ];
    },
  );
}

function chooseMany<Value>(choice: MultiChoice<Value>): Promise<PromptAnswer<readonly Value[]>> {
  const { title, placeholder, rows, chosen, findProblem, canGoBack, signal } = choice;
  const pick = window.createQuickPick<ReturnType<typeof toItem<Value>>>();
  Object.assign(pick, { title, placeholder, ignoreFocusOut: true, canSelectMany: true });
  pick.buttons = canGoBack ? [QuickInputButtons.Back] : [];
  pick.items = rows.map(toItem);
  pick.selectedItems = pick.items.filter(({ row }) => 'value' in row && chosen.includes(row.value));
  return show<PromptAnswer<readonly Value[]>>(
    pick,
    signal,
    () => undefined,
    (answer) => [
      pick.onDidTriggerButton(() => {
        answer('back');
      }),
      pick.onDidAccept(() => {
        const values = pick.selectedItems.flatMap(({ row }) => ('value' in row ? [row.value] : []));
        const problem = findProblem(values);
        if (problem === undefined) answer({ value: values });
        else pick.placeholder = problem;
      }),
    ],
  );
}

function ask(question: TextQuestion): Promise<PromptAnswer<string>> {
  const { title, prompt, value, placeholder, isSecret = false, problem, findProblem } = question;
  const { canGoBack, signal } = question;
  const input = window.createInputBox();
  // The editor shows a problem in the place of the prompt.
  const shown = problem === undefined ? placeholder : prompt;
  Object.assign(input, {
    title,
    prompt,
    value,
    placeholder: shown,
    password: isSecret,
    ignoreFocusOut: true,
  });
  input.validationMessage = problem;
  input.buttons = canGoBack ? [QuickInputButtons.Back] : [];
  return show<PromptAnswer<string>>(
    input,
    signal,
    () => undefined,
    (answer) => [
      input.onDidChangeValue(() => {
        input.validationMessage = undefined;
      }),
      input.onDidTriggerButton(() => {
        answer('back');
      }),
      input.onDidAccept(() => {
        input.validationMessage = findProblem(input.value);
        if (input.validationMessage === undefined) answer({ value: input.value.trim() });
      }),
    ],
  );
}

/** Shows an input until it is answered, or the signal aborts. `listen` gets the function that answers. */
async function show<Result>(
  input: QuickInput,
  signal: AbortSignal | undefined,
  onEnd: () => void,
  listen: (answer: (result: Result | 'cancel') => void) => readonly Disposable[],
): Promise<Result | 'cancel'> {
  let listeners: readonly Disposable[] = [];
  let cancel = (): void => undefined;
  try {
    return await new Promise((resolve) => {
      cancel = () => {
        resolve('cancel');
      };
      signal?.addEventListener('abort', cancel);
      if (signal?.aborted === true) cancel();
      listeners = [
        ...listen(resolve),
        input.onDidHide(() => {
          resolve('cancel');
        }),
      ];
      input.show();
    });
  } finally {
    onEnd();
    signal?.removeEventListener('abort', cancel);
    for (const listener of listeners) listener.dispose();
    input.dispose();
  }
}

function toItem<Value>(row: ArrangedRow<Value>) {
  const { label, description, detail, isAside = false, isTyped = false } = row;
  return {
    row,
    label,
    ...omitUndefined({ description, detail }),
    alwaysShow: isTyped || isAside,
    kind: 'value' in row ? QuickPickItemKind.Default : QuickPickItemKind.Separator,
  };
}
