/** Where ripgrep is: `given`, else its package; `null` when that has none for this platform, or is missing. */
export async function findRipgrep(given?: string): Promise<string | null> {
  if (given !== undefined) return given;
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return rgPath;
  } catch {
    return null;
  }
}
