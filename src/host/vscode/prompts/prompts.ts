/** A row of a list. */
export interface Row<Value> {
  /** With the editor's icons, as in `$(check)`. */
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  /** What the row stands for. Absent: the row is a heading. */
  readonly value?: Value;
  /**
   * Whether the row is no answer: it says what is wrong, or leads elsewhere. It does not need to match what is typed, and in a
   * list that takes a typed text it stands only while there is none. Default: no.
   */
  readonly isAside?: boolean;
}

/** The answer of a person to one question. */
export type PromptAnswer<Value> = { readonly value: Value } | 'back' | 'cancel';

/** A question that is answered with a row of a list. */
export interface Choice<Value> {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly Row<Value>[];
  /**
   * The rows that replace `rows`, or the answer to the question. Must not reject. Aborted when the person answers first.
   * Default: `rows` stay.
   */
  readonly load?: (signal: AbortSignal) => Promise<readonly Row<Value>[] | { readonly value: Value }>;
  /** The row for a text that is typed, behind those that match it. Its label has no words. Default: none. */
  readonly typed?: (text: string) => Row<Value>;
  /** The row that Enter takes at first. Default: the first one. */
  readonly active?: Value;
  readonly canGoBack: boolean;
  /** Closes the question. Default: only the person does. */
  readonly signal?: AbortSignal;
}

/** A question that is answered with any rows of a list. */
export interface MultiChoice<Value> {
  readonly title: string;
  readonly placeholder: string;
  readonly rows: readonly Row<Value>[];
  /** The rows that are chosen at first. */
  readonly chosen: readonly Value[];
  /** What is wrong with a choice, as a sentence; `undefined` when it can be taken. */
  readonly findProblem: (values: readonly Value[]) => string | undefined;
  readonly canGoBack: boolean;
  /** Closes the question. Default: only the person does. */
  readonly signal?: AbortSignal;
}

/** A question that is answered with a text. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
  /** What is wrong with `value`, as sentences. Default: nothing is known to be. */
  readonly problem?: string;
  /** What is wrong with a text, as a sentence; `undefined` when it can be taken. */
  readonly findProblem: (text: string) => string | undefined;
  readonly canGoBack: boolean;
  /** Closes the question. Default: only the person does. */
  readonly signal?: AbortSignal;
}

/** How a person is asked. Every question resolves once; `cancel` is what Escape means. */
export interface Prompts {
  choose<Value>(choice: Choice<Value>): Promise<PromptAnswer<Value>>;
  chooseMany<Value>(choice: MultiChoice<Value>): Promise<PromptAnswer<readonly Value[]>>;
  ask(question: TextQuestion): Promise<PromptAnswer<string>>;
}
