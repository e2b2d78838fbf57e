import { drawProse } from '../draw/draw-prose.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import type { Output } from '../terminal/output.js';

/** Draws the words of a server: wrapped behind `indent`, line by line, with everything in them visible. */
export function drawForeign(text: string, out: Output, indent: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => drawProse(escapeHidden(line), out, indent))
    .join('\n');
}
