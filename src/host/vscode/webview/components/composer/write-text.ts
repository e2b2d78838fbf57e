/**
 * Changes the text of a box so that the person can undo it; an empty one, as after sending, begins anew. Events that this
 * causes are seen before it returns.
 */
export function writeText(box: HTMLTextAreaElement, text: string): void {
  const { value } = box;
  if (value === text) return;
  // Only the focused box can be edited as if by keys.
  if (text === '' || document.activeElement !== box) {
    box.value = text;
    return;
  }
  const start = commonPrefix(value, text);
  const end = commonSuffix(value, text, start);
  box.setSelectionRange(start, value.length - end);
  const replacement = text.slice(start, text.length - end);
  // Setting `value` would empty the list of what can be undone; nothing else but this command keeps it.
  document.execCommand(replacement === '' ? 'delete' : 'insertText', false, replacement);
  if (box.value !== text) box.value = text;
}

function commonPrefix(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function commonSuffix(a: string, b: string, prefix: number): number {
  const most = Math.min(a.length, b.length) - prefix;
  let length = 0;
  while (length < most && a[a.length - 1 - length] === b[b.length - 1 - length]) length += 1;
  return length;
}
