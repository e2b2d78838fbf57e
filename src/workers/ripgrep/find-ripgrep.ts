/** The path of ripgrep: `given`, or that of its npm package; `null` when the package has none for this platform. */
export async function findRipgrep(given?: string): Promise<string | null> {
  if (given !== undefined) return given;
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return rgPath;
  } catch {
    return null;
  }
}
