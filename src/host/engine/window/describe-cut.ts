import type { CutText } from '../../../actors/context/shorten-message.js';
import { fitText } from '../../../actors/tools/text/fit-text.js';
import { tellReadAgain } from '../../../actors/tools/text/tell-read-again.js';

/**
 * Cuts texts of messages in their middle, and says there how the whole can be read: a result by a tool, if that is
 * offered.
 */
export function createCutText(estimateTokens: (text: string) => number, hasReadTool: boolean): CutText {
  return (text, maxTokens, message) =>
    fitText(text, { maxTokens, estimateTokens }, (chars) => {
      const taken = `${chars} characters were taken out here when the conversation was too long for your window`;
      return message.role === 'tool' && hasReadTool
        ? `${taken}: ${tellReadAgain(message.toolCallId)}`
        : taken;
    });
}
