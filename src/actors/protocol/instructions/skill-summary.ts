import type { InstructionsSource } from './instructions-source.js';

/** A skill: a folder with instructions for certain tasks, which the model reads when it needs them. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  readonly from: InstructionsSource;
}
