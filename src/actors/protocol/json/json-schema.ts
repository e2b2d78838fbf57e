/** A JSON Schema object, in the form that models get. */
export type JsonSchema = Readonly<Record<string, unknown>>;
