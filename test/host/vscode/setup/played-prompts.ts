import type {
  PromptAnswer,
  Choice,
  MultiChoice,
  Prompts,
  Row,
  TextQuestion,
} from '../../../../src/host/vscode/prompts/prompts.js';

/** A question as it was asked: a list by its rows once they are loaded, a text by its prompt. */
export type Asked =
  | { readonly placeholder: string; readonly rows: readonly string[] }
  | {
      readonly prompt: string;
      readonly value: string;
      readonly problem?: string;
      readonly isSecret: boolean;
    };

/**
 * What the person does with one question: press a row by a part of its label, mark some rows and go on, type a name, enter
 * a text, leave. `loaded` waits for what the question loads, and expects that to answer it.
 */
export type Play =
  | { readonly row: string }
  | { readonly rows: readonly string[] }
  | { readonly typed: string }
  | { readonly text: string }
  | 'back'
  | 'cancel'
  | 'loaded';

/** A person who answers as the test says, one question after the other. */
export class PlayedPrompts implements Prompts {
  readonly asked: Asked[] = [];
  readonly #plays: Play[];

  constructor(...plays: readonly Play[]) {
    this.#plays = [...plays];
  }

  /** Whether every play was used. */
  get isOver(): boolean {
    return this.#plays.length === 0;
  }

  async choose<Value>({ placeholder, rows, load, typed }: Choice<Value>): Promise<PromptAnswer<Value>> {
    const play = this.#next(placeholder);
    const loaded = await load?.(new AbortController().signal);
    if (loaded !== undefined && 'value' in loaded) {
      this.asked.push({ placeholder, rows: [] });
      if (play !== 'loaded') throw new Error(`"${placeholder}" was answered by itself.`);
      return { value: loaded.value };
    }
    const shown: readonly Row<Value>[] = loaded ?? rows;
    this.asked.push({ placeholder, rows: shown.map(toText) });
    if (play === 'back' || play === 'cancel') return play;
    if (play === 'loaded')
      throw new Error(`"${placeholder}" was not answered by itself: ${shown.map(toText).join(' | ')}`);
    const own = 'typed' in play ? typed?.(play.typed) : undefined;
    const wanted = 'row' in play ? play.row : undefined;
    const row =
      own ?? shown.find((one) => 'value' in one && wanted !== undefined && one.label.includes(wanted));
    if (row === undefined || !('value' in row))
      throw new Error(`There is no row ${JSON.stringify(play)}: ${shown.map(toText).join(' | ')}`);
    return { value: row.value };
  }

  chooseMany<Value>({
    placeholder,
    rows,
    chosen,
    findProblem,
  }: MultiChoice<Value>): Promise<PromptAnswer<readonly Value[]>> {
    const isChosen = ({ value }: Row<Value>): boolean => value !== undefined && chosen.includes(value);
    this.asked.push({ placeholder, rows: rows.map((row) => `${isChosen(row) ? '[x] ' : ''}${toText(row)}`) });
    const play = this.#next(placeholder);
    if (play === 'back' || play === 'cancel') return Promise.resolve(play);
    if (typeof play === 'string' || !('rows' in play)) throw new Error(`"${placeholder}" wants rows.`);
    const values = rows
      .filter(({ label }) => play.rows.some((wanted) => label.includes(wanted)))
      .flatMap(({ value }) => (value === undefined ? [] : [value]));
    const refusal = findProblem(values);
    if (refusal !== undefined) throw new Error(refusal);
    return Promise.resolve({ value: values });
  }

  ask({
    prompt,
    value,
    problem,
    isSecret = false,
    findProblem,
  }: TextQuestion): Promise<PromptAnswer<string>> {
    this.asked.push({ prompt, value, isSecret, ...(problem === undefined ? {} : { problem }) });
    const play = this.#next(prompt);
    if (play === 'back' || play === 'cancel') return Promise.resolve(play);
    if (typeof play === 'string' || !('text' in play)) throw new Error(`"${prompt}" wants a text.`);
    const refusal = findProblem(play.text);
    if (refusal !== undefined) throw new Error(refusal);
    return Promise.resolve({ value: play.text.trim() });
  }

  #next(question: string): Play {
    const play = this.#plays.shift();
    if (play === undefined) throw new Error(`Nobody answers "${question}".`);
    return play;
  }
}

function toText({ label, detail }: Row<unknown>): string {
  return detail === undefined ? label : `${label} / ${detail}`;
}
