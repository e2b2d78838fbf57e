/** Where ripgrep is; `null` when its package does not have it for this platform, or is missing. */
export async function findRipgrep(): Promise<string | null> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return rgPath;
  } catch {
    return null;
  }
}
