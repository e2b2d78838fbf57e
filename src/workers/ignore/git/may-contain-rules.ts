/** Whether the text of a rule file has more than comments and empty lines. */
export function mayContainRules(text: string): boolean {
  return /^[^#\r\n]/m.test(text);
}
