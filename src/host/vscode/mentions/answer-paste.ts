import type { ToView } from '../../../actors/protocol/ui.js';
import { findSelection } from './editor-attachments.js';

/** What the view gets for code that was pasted: an attachment if the code is selected in an editor, or else the text. */
export function answerPaste(text: string): ToView {
  const ref = findSelection();
  const isSelected = ref !== undefined && ref.text.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n');
  return isSelected ? { type: 'attach', ref } : { type: 'insert', text };
}
