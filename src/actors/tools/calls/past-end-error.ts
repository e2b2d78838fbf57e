import { InvalidParamsError } from '../../protocol/errors.js';

/** The error for a page or a line behind the last one. `problem` is written for the model. */
export function pastEndError(tool: string, problem: string): InvalidParamsError {
  return new InvalidParamsError(`${problem}.`, { tool, problems: [problem] });
}
