import { isModelKey } from './model-keys.js';

/**
 * An environment without keys of models, for threads and programs that need none: git and ripgrep, and what git may
 * start. `secretVariables`: names of variables that hold other secrets.
 */
export function withoutKeys(
  environment: NodeJS.ProcessEnv,
  secretVariables: readonly string[],
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !isModelKey(name) && !secretVariables.includes(name)),
  );
}
