const NS_PER_MS = 1e6;

/** The time by a clock that all processes of the machine share. Units: milliseconds since some moment. */
export function sharedClockMs(): number {
  return Number(process.hrtime.bigint()) / NS_PER_MS;
}
