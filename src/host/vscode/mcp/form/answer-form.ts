import { type FormField, readForm } from '../../../../actors/mcp/question-form.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { McpAnswer, McpQuestion } from '../../../../actors/protocol/mcp.js';
import type { PromptAnswer, Prompts, Row } from '../../prompts/prompts.js';
import { toVisibleName } from '../../../markdown/visible-text.js';
import { findChoicesProblem, findFieldProblem } from './find-field-problem.js';
import { MCP_QUESTION_TEXTS } from '../../words/mcp-words.js';

type FieldValue = string | number | boolean | readonly string[];

type FormQuestion = Extract<McpQuestion, { kind: 'form' }>;

/** What the person does at the end: sends, declines, or goes back to a field by its place. */
type Review = 'send' | 'decline' | number;

// As much of an answer as fits on a row. Units: UTF-16 units.
const MAX_VALUE_CHARS = 200;

// As much of the server's message as fits above a list; the notification has shown all of it. Units: UTF-16 units.
const MAX_TITLE_CHARS = 80;

interface FormOptions {
  readonly prompts: Prompts;
  readonly signal: AbortSignal;
  /** Called with a sentence when the question cannot be asked. */
  readonly onNotice: (message: string) => void;
}

/**
 * Asks the fields of a question one after the other, and then whether to send the answers. Each can be left for the one
 * before and changed at the end; nothing is sent unless the person says so. Escape cancels the whole question.
 */
export async function answerForm(
  question: FormQuestion,
  { prompts, signal, onNotice }: FormOptions,
): Promise<McpAnswer> {
  const fields = readForm(question.schema)?.map(toShown);
  if (fields === undefined) {
    onNotice(MCP_QUESTION_TEXTS.tooMany(question.server));
    return { action: 'decline' };
  }
  const values = new Map<string, FieldValue | undefined>();
  const form = new FormSteps(question, fields, values, prompts, signal);
  let isReviewed = false;
  for (let step = 0; ;) {
    const field = fields[step];
    if (field !== undefined) {
      const answer = await form.askField(field, step);
      if (answer === 'cancel') return { action: 'cancel' };
      if (answer !== 'back') values.set(field.name, answer.value);
      if (isReviewed) step = fields.length;
      else step += answer === 'back' ? -1 : 1;
      isReviewed = false;
      continue;
    }
    const review = await form.review();
    if (review === 'cancel') return { action: 'cancel' };
    if (review === 'back') step = fields.length - 1;
    else if (review.value === 'decline') return { action: 'decline' };
    else if (review.value === 'send') return { action: 'accept', content: toContent(fields, values) };
    else {
      step = review.value;
      isReviewed = true;
    }
  }
}

class FormSteps {
  readonly #question: FormQuestion;
  readonly #fields: readonly FormField[];
  readonly #values: ReadonlyMap<string, FieldValue | undefined>;
  readonly #prompts: Prompts;
  readonly #signal: AbortSignal;

  constructor(
    question: FormQuestion,
    fields: readonly FormField[],
    values: ReadonlyMap<string, FieldValue | undefined>,
    prompts: Prompts,
    signal: AbortSignal,
  ) {
    this.#question = question;
    this.#fields = fields;
    this.#values = values;
    this.#prompts = prompts;
    this.#signal = signal;
  }

  /** `{ value: undefined }` leaves the field out. */
  async askField(field: FormField, step: number): Promise<PromptAnswer<FieldValue | undefined>> {
    const common = { title: this.#titleOf(step), canGoBack: step > 0, signal: this.#signal };
    const before = this.#values.has(field.name) ? this.#values.get(field.name) : field.value;
    const placeholder = this.#promptOf(field);
    switch (field.kind) {
      case 'text':
      case 'number': {
        const answer = await this.#prompts.ask({
          ...common,
          prompt: placeholder,
          value: before === undefined ? '' : String(before),
          findProblem: (text) => findFieldProblem(field, text),
        });
        if (typeof answer === 'string' || answer.value !== '')
          return typeof answer === 'string' || field.kind === 'text'
            ? answer
            : { value: Number(answer.value) };
        return { value: undefined };
      }
      case 'boolean':
        return this.#choose(field, { ...common, placeholder }, before, [
          { label: MCP_QUESTION_TEXTS.yes, value: true },
          { label: MCP_QUESTION_TEXTS.no, value: false },
        ]);
      case 'choice':
        return this.#choose(field, { ...common, placeholder }, before, field.options);
      default:
        return this.#prompts.chooseMany<string>({
          ...common,
          placeholder,
          rows: field.options,
          chosen: Array.isArray(before) ? before : [],
          findProblem: (chosen) => findChoicesProblem(field, chosen.length),
        });
    }
  }

  /** Shows all answers before anything is sent. */
  review(): Promise<PromptAnswer<Review>> {
    const { server } = this.#question;
    const rows: readonly Row<Review>[] = [
      { label: `$(check) ${MCP_QUESTION_TEXTS.send(server)}`, value: 'send' },
      ...this.#fields.map((field, index): Row<Review> => ({
        label: field.label,
        description: describeValue(field, this.#values.get(field.name)),
        value: index,
      })),
      { label: `$(circle-slash) ${MCP_QUESTION_TEXTS.decline}`, value: 'decline' },
    ];
    return this.#prompts.choose({
      title: this.#titleOf(this.#fields.length),
      placeholder: this.#fields.length === 0 ? this.#message : MCP_QUESTION_TEXTS.sendPlaceholder,
      rows,
      canGoBack: this.#fields.length > 0,
      signal: this.#signal,
    });
  }

  get #message(): string {
    return toLine(this.#question.message);
  }

  #titleOf(step: number): string {
    const message = this.#message;
    const shown = message.length > MAX_TITLE_CHARS ? `${message.slice(0, MAX_TITLE_CHARS)}…` : message;
    return MCP_QUESTION_TEXTS.title(this.#question.server, shown, step + 1, this.#fields.length + 1);
  }

  #promptOf({ label, description, isRequired }: FormField): string {
    const { seemsToAskForSecret } = this.#question;
    return [
      ...(seemsToAskForSecret ? [MCP_QUESTION_TEXTS.secretWarning] : []),
      `${label}${isRequired ? '' : ` (${MCP_QUESTION_TEXTS.optional})`}`,
      ...(description === '' ? [] : [description]),
    ].join(' · ');
  }

  #choose<Value extends string | boolean>(
    { isRequired }: FormField,
    question: { readonly title: string; readonly placeholder: string; readonly canGoBack: boolean },
    before: FieldValue | undefined,
    rows: readonly Row<Value>[],
  ): Promise<PromptAnswer<Value | undefined>> {
    const leaveOut: readonly Row<Value | undefined>[] = isRequired
      ? []
      : [{ label: `$(dash) ${MCP_QUESTION_TEXTS.leaveOut}`, value: undefined }];
    const active = rows.find(({ value }) => value === before)?.value;
    return this.#prompts.choose<Value | undefined>({
      ...question,
      // Enter takes the first row: what nobody has chosen yet is left out.
      rows: active === undefined ? [...leaveOut, ...rows] : [...rows, ...leaveOut],
      ...omitUndefined({ active }),
      signal: this.#signal,
    });
  }
}

/** The field with its texts on one line each, and what they hide visible. */
function toShown(field: FormField): FormField {
  const shown = { ...field, label: toLine(field.label), description: toLine(field.description) };
  return 'options' in shown
    ? { ...shown, options: shown.options.map(({ value, label }) => ({ value, label: toLine(label) })) }
    : shown;
}

function toLine(text: string): string {
  return toVisibleName(text.trim().replaceAll(/\s+/g, ' '));
}

function describeValue(field: FormField, value: FieldValue | undefined): string {
  if (value === undefined) return MCP_QUESTION_TEXTS.leftOut;
  if (typeof value === 'boolean') return value ? MCP_QUESTION_TEXTS.yes : MCP_QUESTION_TEXTS.no;
  const texts = typeof value === 'object' ? value : [String(value)];
  const labels =
    'options' in field
      ? texts.map((text) => field.options.find((option) => option.value === text)?.label ?? text)
      : texts;
  const text = labels.join(', ');
  if (text === '') return MCP_QUESTION_TEXTS.leftOut;
  return toVisibleName(text.length > MAX_VALUE_CHARS ? `${text.slice(0, MAX_VALUE_CHARS)}…` : text);
}

function toContent(
  fields: readonly FormField[],
  values: ReadonlyMap<string, FieldValue | undefined>,
): NonNullable<McpAnswer['content']> {
  return Object.fromEntries(
    fields.flatMap(({ name, kind, isRequired }) => {
      const value = values.get(name);
      if (value === undefined || (kind === 'choices' && !isRequired && isEmpty(value))) return [];
      return [[name, typeof value === 'object' ? [...value] : value]];
    }),
  );
}

function isEmpty(value: FieldValue): boolean {
  return typeof value === 'object' && value.length === 0;
}
