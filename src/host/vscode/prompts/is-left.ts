import type { PromptAnswer } from './prompts.js';

/** Whether a person has left a question without an answer to it. */
export function isLeft<Value>(answer: PromptAnswer<Value>): answer is 'back' | 'cancel' {
  return answer === 'back' || answer === 'cancel';
}
