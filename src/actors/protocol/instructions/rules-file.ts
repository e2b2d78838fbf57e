import type { InstructionsSource } from './instructions-source.js';

/** A rules file, such as `AGENTS.md`, as a thread has read it. It guides the model and permits nothing. */
export interface RulesFile {
  /** Absolute. */
  readonly path: string;
  /** The path as the model and the person see it. */
  readonly shown: string;
  readonly from: InstructionsSource;
  /** The folder whose files it is about, as the model sees it. `''`: all of them. */
  readonly folder: string;
  /** Of the whole file. Shape: SHA-256, hexadecimal. */
  readonly digest: string;
  /** `''` for a file that is gone. */
  readonly text: string;
  /** How many characters are missing at the end of `text`. Default: none. */
  readonly omittedChars?: number;
  /** What has become of it since the thread read it last. Default: the thread had not read it. */
  readonly change?: 'changed' | 'gone';
}
