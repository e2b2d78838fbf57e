/**
 * A key press or paste.
 * Shape: `text` is a run of printable characters; `paste` is a whole paste with line feeds as line ends; `id` is the
 * name of a key after its modifiers in the order ctrl, alt, shift: `enter`, `ctrl-c`, `alt-enter`, `ctrl-shift-left`.
 */
export type Key =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'paste'; readonly text: string }
  | { readonly type: 'key'; readonly id: string };

// Modifiers as terminals send them: a bit set plus 1. Source: xterm's control sequences.
const SHIFT = 1;
const ALT = 2;
const CTRL = 4;

/** A key with the modifiers in a terminal's bit set. */
export function keyWith(name: string, modifiers = 0): Key {
  const prefix = [
    (modifiers & CTRL) === 0 ? '' : 'ctrl-',
    (modifiers & ALT) === 0 ? '' : 'alt-',
    (modifiers & SHIFT) === 0 ? '' : 'shift-',
  ].join('');
  return { type: 'key', id: prefix + name };
}

export function withAlt(key: Key): Key {
  if (key.type === 'text') return keyWith(key.text.toLowerCase(), ALT);
  return key.type === 'paste' || key.id.includes('alt-')
    ? key
    : { type: 'key', id: key.id.replace(/^(ctrl-)?/, '$1alt-') };
}
