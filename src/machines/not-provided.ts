/**
 * Throws an error that names the missing effect. Every machine declares its effects with this placeholder;
 * `host/engine/compose-turn` provides the real ones.
 */
export function notProvided(effect: string): never {
  throw new Error(`"${effect}" is not provided`);
}
