/**
 * What every placeholder of a machine does when it is used: it fails and says which effect is missing.
 * `host/compose` puts the real ones in their place.
 */
export function notProvided(effect: string): never {
  throw new Error(`"${effect}" is not provided`);
}
