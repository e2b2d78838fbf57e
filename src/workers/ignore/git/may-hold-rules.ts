/** Whether there is more than comments and empty lines in the text of a rule file. */
export function mayHoldRules(text: string): boolean {
  return /^[^#\r\n]/m.test(text);
}
