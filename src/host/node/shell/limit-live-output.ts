// A person reads no more than this while a command runs, and a display need not store more. Units: UTF-16 units.
const LIVE_CHARS = 1_000_000;

/** Passes on up to a million characters of text, then one note in place of the rest. */
export function limitLiveOutput(onText: (text: string) => void): (text: string) => void {
  let chars = 0;
  return (text) => {
    if (chars > LIVE_CHARS) return;
    chars += text.length;
    onText(chars > LIVE_CHARS ? '\n[... the rest is not shown live ...]\n' : text);
  };
}
