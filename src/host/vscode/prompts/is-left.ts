import type { Answer } from './prompts.js';

/** Whether a person has left a question without an answer to it. */
export function isLeft<Value>(answer: Answer<Value>): answer is 'back' | 'cancel' {
  return answer === 'back' || answer === 'cancel';
}
