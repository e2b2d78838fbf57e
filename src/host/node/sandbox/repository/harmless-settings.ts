// What git writes into a new repository, and what makes it run nothing. Anything else may, now or in a later version.
const HARMLESS = [
  /^core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|sharedrepository|sparsecheckout|sparsecheckoutcone|quotepath|abbrev|compression|untrackedcache|splitindex|commitgraph|multipackindex|preloadindex|longpaths|checkstat|trustctime)$/,
  /^extensions\.(?:objectformat|refstorage|partialclone|noop|preciousobjects|compatobjectformat)$/,
  /^user\.(?:name|email)$/,
  /^remote\..*\.(?:url|pushurl|fetch|push|mirror|prune|prunetags|tagopt|promisor|partialclonefilter|gh-resolved)$/s,
  /^branch\..*\.(?:remote|pushremote|merge|rebase|description|vscode-merge-base|github-pr-owner-number|gh-merge-base)$/s,
  /^submodule\..*\.(?:url|active|branch|ignore|fetchrecursesubmodules)$/s,
  /^(?:init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|lfs\.repositoryformatversion|gc\.auto|commit\.gpgsign|tag\.gpgsign|color\..*|advice\..*)$/s,
];
const SWITCH = /^(?:true|false|yes|no|on|off|[01])?$/i;

/**
 * Whether a setting of a repository can make git run no program. `core.worktree` depends on where it leads, and is judged
 * elsewhere. Shape: `name` as `git config --list` prints it.
 */
export function isHarmlessSetting(name: string, value: string): boolean {
  // With `true` git starts its own daemon.
  if (name === 'core.fsmonitor') return SWITCH.test(value);
  return HARMLESS.some((pattern) => pattern.test(name));
}
