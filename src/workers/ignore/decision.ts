/** Whether the rules include a path in the index, and whether it is core. Source: SPEC W2. */
export interface Decision {
  readonly indexed: boolean;
  readonly core: boolean;
}

export const IGNORED: Decision = { indexed: false, core: false };
export const INDEXED: Decision = { indexed: true, core: false };
export const CORE: Decision = { indexed: true, core: true };
