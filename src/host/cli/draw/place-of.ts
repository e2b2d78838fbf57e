/** Where a file of this person's is, as a help text says it: help is there even where no home folder is known. */
export function placeOf(find: (env: NodeJS.ProcessEnv) => string): string {
  try {
    return find(process.env);
  } catch {
    return find({ XDG_CONFIG_HOME: '/$HOME/.config', APPDATA: '/$HOME/.config' }).slice(1);
  }
}
