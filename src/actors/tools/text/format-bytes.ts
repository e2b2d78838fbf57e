const KB = 1024;

/** A size in words: `812 bytes`, `12.3 KB`, `4.0 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  return bytes < KB * KB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / (KB * KB)).toFixed(1)} MB`;
}
