// What can be typed behind a slash without a space, and is no path.
const PART = /^[\p{Letter}\p{Number}_-]{1,64}$/u;

const EXTENSION = /\.md$/i;

/**
 * The name of the command in a Markdown file: `git:review` for `git/review.md`. `undefined` for a path that cannot be
 * typed as one. Shape: `path` is relative to the folder of commands, with `/` between names.
 */
export function toCommandName(path: string): string | undefined {
  const parts = path.replace(EXTENSION, '').split('/');
  return EXTENSION.test(path) && parts.every((part) => PART.test(part)) ? parts.join(':') : undefined;
}
