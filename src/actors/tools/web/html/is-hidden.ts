// What a person does not see by these has no place in the text of a page. Shape: declarations of a `style` attribute.
const HIDING =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity|max-height)\s*:\s*0(?![.\d]))/i;

// Longer ones are made to be slow to read. Units: UTF-16 units.
const MAX_STYLE_CHARS = 2_000;

/** Whether the attributes of an element say that it is not shown. What a style sheet says is not known. */
export function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return (
    attributes['hidden'] !== undefined || HIDING.test((attributes['style'] ?? '').slice(0, MAX_STYLE_CHARS))
  );
}
