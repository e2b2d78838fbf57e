/** The name of the tool that reads the result of an earlier call again. */
export const READ_RESULT_TOOL = 'read_earlier_result';

/** How a model reads the whole result of a call, as a sentence without its end. */
export function tellReadAgain(callId: string): string {
  return `${READ_RESULT_TOOL} with call_id ${JSON.stringify(callId)} has all of it, in pages`;
}
