import { hasSecretName, holdsSecret } from '../environment/looks-secret.js';

// A secret may look like anything, so that only lines of these forms are known to hold none.
const SECTION = /^\[{1,2}[\w.'" -]{1,60}\]{1,2}$|^---$/;
const REMARK = /^[#;][A-Za-z ,.'()-]*$/;
const SETTING = /^"?([\w.@/:-]+?)"?(?:\s*=\s*|\s*:\s+|\s+)(.*)$/;
// Keys whose values are addresses, places or words of the program, in the settings that `tool-chains.ts` lists.
const KNOWN =
  /^(?:(?:@[\w.-]+:)?registry|npmRegistryServer|index-url|extra-index-url|trusted-host|GOPROXY|GOSUMDB|GOFLAGS|GOTOOLCHAIN|prefix|cache|cacheFolder|globalFolder|store-dir|storeDir|global-dir|global-bin-dir|target-dir|BUNDLE_PATH|org\.gradle\.jvmargs|nodeLinker|node-linker|save-prefix|loglevel|linker|channel_priority|yarnPath|lastUpdateCheck|replace-with|protocol)$/;
const SWITCH = /^(?:true|false|yes|no|on|off|auto|\d{1,5})$/i;
const ADDRESS =
  /^(?:sparse\+)?https?:\/\/[A-Za-z0-9.-]+(?::\d{1,5})?(?:\/[A-Za-z0-9._-]{0,20})*(?:,(?:direct|off))?$/;
const PLACE = /^(?:~|\$\{?[A-Z_]+\}?|\.{1,2})?(?:\/[\w.-]{1,30})+\/?$/;
const WORDS = /^[A-Za-z.~^*-]{0,24}$/;
const FLAGS =
  /^(?:-X(?:m[sx]|ss)\d+[kmg]?|-XX:[+-]?[A-Za-z]+(?:=\d+[kmg]?)?|-Dfile\.encoding=[\w-]+|-mod=\w+|\s)+$/i;

/** Whether every line of the settings of a package manager is of a form that holds no secret. */
export function hasOnlyHarmlessLines(text: string): boolean {
  return text.split(/\r?\n/).every((line) => isHarmless(line.trim()));
}

function isHarmless(line: string): boolean {
  if (line === '' || SECTION.test(line)) return true;
  if (holdsSecret(line)) return false;
  if (REMARK.test(line)) return !hasSecretName(line);
  const [, key = '', given = ''] = SETTING.exec(line) ?? [];
  const value = given.replace(/^(["'])(.*)\1$/, '$2');
  if (key === '' || hasSecretName(key)) return false;
  return (
    SWITCH.test(value) || (KNOWN.test(key) && [ADDRESS, PLACE, WORDS, FLAGS].some((form) => form.test(value)))
  );
}
