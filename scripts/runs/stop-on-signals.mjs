/**
 * Aborts when somebody presses Ctrl+C, closes the terminal or ends the process. The process then goes on until it has
 * cleaned up. A second Ctrl+C changes nothing.
 *
 * @returns {AbortSignal}
 */
export function stopOnSignals() {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => controller.abort());
  return controller.signal;
}
