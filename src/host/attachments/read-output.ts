import { stripVTControlCharacters } from 'node:util';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import { fitText } from '../../actors/tools/text/fit-text.js';
import { type AttachmentContext, type Content, textContent } from './attachment-context.js';
import { groupDigits } from '../../actors/tools/text/group-digits.js';

type OutputRef = Extract<AttachmentRef, { kind: 'output' }>;

// The room for the note on what is cut. Units: tokens.
const TOKENS_OF_NOTE = 60;

/**
 * The output of a program, without the control sequences of a terminal. What does not fit is cut out of its middle, and
 * out of the attachment itself: a conversation keeps what the model has read.
 */
export function readOutput(ref: OutputRef, context: AttachmentContext): Content {
  const { omittedChars = 0 } = ref;
  const text = stripVTControlCharacters(ref.text).replaceAll('\r\n', '\n').replace(/\n$/, '');
  const note = (missing: number): string =>
    `${groupDigits(missing)} of ${groupDigits(text.length + omittedChars)} characters are missing from the middle, because there is no room for them. They are not kept: to have them looked at, save them in a file of the workspace.`;
  const whole = { text, ...(omittedChars === 0 ? {} : { note: note(omittedChars) }) };
  const content = textContent({ ...ref, text }, whole, context, () => whole);
  return {
    ...content,
    draw: (maxTokens) => {
      if (content.tokens <= maxTokens) return content.draw(maxTokens);
      let missing = omittedChars;
      const room = { ...context.budget, maxTokens: maxTokens - TOKENS_OF_NOTE };
      const cut = fitText(text, room, (chars) => {
        missing = omittedChars + chars;
        return `${chars} characters are left out here`;
      });
      return {
        ref: { ...ref, text: cut, omittedChars: missing },
        resolved: { text: cut, note: note(missing) },
      };
    },
  };
}
