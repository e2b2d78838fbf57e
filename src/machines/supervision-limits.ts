/** How often a lost worker is started again before it is given up. */
export interface SupervisionLimits {
  /** Restarts within `windowMs`. Default 5. */
  readonly maxRestarts: number;
  /** Units: milliseconds. Default 60,000. */
  readonly windowMs: number;
}
