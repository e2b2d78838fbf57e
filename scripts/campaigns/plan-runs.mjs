/**
 * @typedef {import('./list.mjs').Campaign} Campaign
 *
 * @typedef {object} CampaignRun
 * @property {Campaign} campaign
 * @property {string} title Its name, and the seed where the campaign has several.
 * @property {Readonly<Record<string, string>>} env
 * @property {readonly number[]} cases By each switch that counts some.
 * @property {string} key What makes it the same run as another.
 */

// Tests without a limit of their own have that of a few cases. Units: milliseconds.
const TIMEOUT_MS = 4 * 60 * 60 * 1_000;

/** What the command of each campaign has before its files. */
export const OPTIONS = [`--testTimeout=${TIMEOUT_MS}`];

/**
 * The runs of a campaign: one for each of its seeds, or one.
 *
 * @param {Campaign} campaign
 * @param {number} [cases] Instead of each of its numbers.
 * @returns {CampaignRun[]}
 */
export function planRuns(campaign, cases) {
  const counts = Object.entries(campaign.cases).map(([name, count]) => [name, cases ?? count]);
  const env = Object.fromEntries([
    ...counts.map(([name, count]) => [name, String(count)]),
    ...Object.entries(campaign.switches ?? {}),
  ]);
  return (campaign.seeds ?? [undefined]).map((seed) => {
    const own = seed === undefined ? env : { ...env, TROUPE_SEED: String(seed) };
    return {
      campaign,
      title: seed === undefined ? campaign.name : `${campaign.name}-${seed}`,
      env: own,
      cases: counts.map(([, count]) => count),
      key: formatCommand(campaign, own),
    };
  });
}

/**
 * What a person types to run it.
 *
 * @param {Campaign} campaign
 * @param {Readonly<Record<string, string>>} env
 */
export function formatCommand({ files }, env) {
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [...variables, 'npx vitest run', ...OPTIONS, ...files].join(' ');
}
