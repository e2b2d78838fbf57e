// More than this nobody watches go by, and whoever shows it live must not hold more. Units: UTF-16 units.
const LIVE_CHARS = 1_000_000;

/** Passes text on up to a million characters of it, and then a note instead of the rest. */
export function limitLive(onText: (text: string) => void): (text: string) => void {
  let chars = 0;
  return (text) => {
    if (chars > LIVE_CHARS) return;
    chars += text.length;
    onText(chars > LIVE_CHARS ? '\n[... the rest is not shown live ...]\n' : text);
  };
}
