import { childLine } from './child-line.js';
import type { TreeDirectory } from './tree-source.js';
import type { TreeText } from './tree-text.js';

/** Adds the lines of all children of a directory, and of what is below those, to a text; false when it is too long. */
export function drawEach(directory: TreeDirectory, text: TreeText): boolean {
  const { count } = directory;
  if (!text.announce(count)) return false;
  for (let place = 0; place < count; place++) {
    const child = directory.child(place);
    const isLast = place + 1 === count;
    text.addLine(childLine(child), isLast);
    if (!child.isEntered) continue;
    text.enter(isLast);
    if (!directory.open(place).draw(text)) return false;
    text.leave();
  }
  return true;
}
