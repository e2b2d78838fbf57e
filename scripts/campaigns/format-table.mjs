/**
 * @typedef {import('./plan-runs.mjs').CampaignRun} CampaignRun
 * @typedef {import('./state.mjs').CampaignResult} CampaignResult
 */

/**
 * Shape: lines of a table in Markdown, and the last one "N passed, N failed, N skipped, N left to run".
 *
 * @param {readonly { run: CampaignRun, result: CampaignResult | undefined }[]} results
 * @returns {string[]}
 */
export function formatTable(results) {
  const rows = results.map(({ run, result }) => [
    run.title,
    run.campaign.shows,
    `\`${result?.command ?? run.key}\``,
    describe(run, result),
    result === undefined ? '' : formatTime(result.seconds),
    result?.log ?? '',
  ]);
  const head = ['campaign', 'what it shows', 'command', 'result', 'time', 'log'];
  const count = (state) => results.filter(({ result }) => result?.state === state).length;
  const left = results.filter(({ result }) => result === undefined).length;
  return [
    ...[head, head.map(() => '---'), ...rows].map(
      (row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`,
    ),
    `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped, ${left} left to run`,
  ];
}

function describe({ cases }, result) {
  if (result === undefined) return 'left to run';
  const { state, tests, notes } = result;
  const counted = cases.length === 0 ? '' : `, ${cases.join(' + ')} cases`;
  if (state === 'passed')
    return `passed: ${tests} tests${counted}${notes.length > 0 ? ', some skipped' : ''}`;
  return `${state}: ${notes[0]}${notes.length > 1 ? `, and ${notes.length - 1} more` : ''}`;
}

function formatTime(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
