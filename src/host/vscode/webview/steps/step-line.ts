import type { Place } from '../../../markdown/read-place.js';

/** A part of the object of a step: words, a place that can be opened, or code. */
export type ObjectPart =
  | string
  | { readonly place: Place; readonly text: string }
  | { readonly code: string };

/** What came of a step, in a word or two. */
export interface Outcome {
  readonly text: string;
  /** The same for a screen reader, where signs say it. Default: `text`. */
  readonly spoken?: string;
  readonly isError?: boolean;
}

/** What a tool does with something. `plain`: what it was to do and has not done. */
export interface Verbs {
  readonly plain: string;
  readonly running: string;
  readonly done: string;
  readonly failed: string;
}

/** How a call of a tool reads, whatever its state. */
export interface ToolLine {
  /** The name of one of VS Code's codicons. */
  readonly icon: string;
  readonly verbs: Verbs;
  readonly object: readonly ObjectPart[];
  /** What a call that has ended did. Default: nothing beyond what the verb says. */
  readonly outcomes?: readonly Outcome[];
}
