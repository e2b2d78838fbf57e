// Of the account "nobody" on most systems, and nobody's on the others.
const NOBODY = 65_534;

/**
 * Makes this process one of an ordinary user, and returns what ends that: root may do whatever it likes, which hides what
 * others meet. Nothing happens where it is one already.
 */
export function actAsOrdinaryUser(): () => void {
  if (process.getuid?.() !== 0) return () => undefined;
  process.seteuid?.(NOBODY);
  return () => {
    process.seteuid?.(0);
  };
}
