/** `Values` with the properties that may be undefined as optional ones. */
type OmitUndefined<Values extends object> = {
  [Key in keyof Values as undefined extends Values[Key] ? never : Key]: Values[Key];
} & {
  [Key in keyof Values as undefined extends Values[Key] ? Key : never]?: Exclude<Values[Key], undefined>;
};

/**
 * A copy without the properties whose value is undefined: what a spread adds to an object whose optional properties are
 * either there or have a value.
 */
export function omitUndefined<Values extends object>(values: Values): OmitUndefined<Values>;
export function omitUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const key of Object.keys(values)) if (values[key] !== undefined) kept[key] = values[key];
  return kept;
}
