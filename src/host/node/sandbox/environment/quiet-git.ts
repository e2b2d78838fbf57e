/** One setting of git: its name and its value. */
export type GitSetting = readonly [name: string, value: string];

/**
 * Settings with which git runs nothing that a repository names. They win over those of the repository. Filters, textconv
 * programs and external diffs have names of their own: `findGitDrivers` adds those.
 */
export const HARMLESS_GIT: readonly GitSetting[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  // A folder that looks like a bare repository is not taken for one.
  ['safe.bareRepository', 'explicit'],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['log.showSignature', 'false'],
  // For `--show-signature`: the programs that git takes by itself.
  ['gpg.program', 'gpg'],
  ['gpg.ssh.program', 'ssh-keygen'],
  ['gpg.x509.program', 'gpgsm'],
  ['interactive.diffFilter', ''],
  ['protocol.allow', 'never'],
  ['protocol.ext.allow', 'never'],
  ['protocol.file.allow', 'never'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

/** The variables that tell git these settings. Source: `GIT_CONFIG_COUNT` in git-config(1), since git 2.31. */
export function tellGit(settings: readonly GitSetting[]): NodeJS.ProcessEnv {
  return Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ]) as NodeJS.ProcessEnv;
}
