// `$1` to `$9`, and all arguments as they were typed.
const PLACEHOLDER = /\$(?:ARGUMENTS\b|[1-9](?!\d))/g;

// A word, or a text in quotes, which may hold spaces.
const ARGUMENT = /"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * The text of a command with its arguments in the place of `$ARGUMENTS` and `$1` to `$9`; arguments that no placeholder
 * takes stand at the end. Arguments are never looked into for placeholders.
 */
export function expandCommand(body: string, argument: string): string {
  const all = argument.trim();
  const words = [...all.matchAll(ARGUMENT)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
  let isTaken = false;
  const text = body.replaceAll(PLACEHOLDER, (placeholder) => {
    isTaken = true;
    return placeholder === '$ARGUMENTS' ? all : (words[Number(placeholder.slice(1)) - 1] ?? '');
  });
  return isTaken || all === '' ? text : `${text}\n\n${all}`;
}
