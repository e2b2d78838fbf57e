import { homedir } from 'node:os';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { toJson } from '../../../actors/threads/exports/to-json.js';
import { countOf } from '../../../actors/tools/text/count-of.js';
import { formatBytes } from '../../../actors/tools/text/format-bytes.js';
import { canAsk } from '../approvals/can-ask.js';
import { toJsonLine } from '../draw/to-json-line.js';
import { askAlone } from '../terminal/ask-alone.js';
import { ExitCode } from '../terminal/exit-codes.js';
import type { Output } from '../terminal/output.js';
import { writeNewFile } from '../threads/text-files.js';
import { redactEntries } from './redact-entries.js';

/** The options of `troupe report`. */
export interface ReportFlags {
  readonly output?: string;
  readonly yes?: boolean;
}

interface ReportContext {
  readonly session: Parameters<typeof askAlone>[0] & {
    readonly out: Output;
    readonly err: Output;
    readonly isJson: boolean;
  };
  readonly id: ThreadId;
  readonly entries: readonly ThreadEntry[];
  readonly secrets: readonly string[];
  readonly version: string;
}

/**
 * Writes a thread without keys to a new file, after the person has read what it holds and said yes. Resolves to the exit
 * code. Errors: `SettingsError` when nobody can be asked, or the file cannot be written.
 */
export async function writeReport(
  { session, id, entries, secrets, version }: ReportContext,
  { output, yes = false }: ReportFlags,
): Promise<number> {
  const { out, err, isJson } = session;
  const { entries: clean, changed } = redactEntries(entries, { secrets, env: process.env, home: homedir() });
  const text = toJson(id, clean, { troupe: version, node: process.version, system: process.platform });
  const file = output ?? `troupe-report-${id.slice(0, 8)}.json`;
  if (!yes) {
    if (!canAsk(err) || isJson)
      throw new SettingsError('A report holds the whole conversation: say --yes to write it.', {
        setting: 'yes',
      });
    for (const line of describeContents(clean, text.length, changed)) await err.line(`  ${line}`);
    const answer = await askAlone(session, `Write it to ${err.sanitize(file)}? [y]es  [n]o`, ['y', 'n']);
    if (answer !== 'y') return ExitCode.denied;
  }
  await writeNewFile(file, text);
  await out.line(
    isJson
      ? toJsonLine({ done: 'reported', id, file, redacted: changed })
      : `Wrote ${out.sanitize(file)}. Read it before you give it away; "troupe replay ./${out.sanitize(file)}" runs it.`,
  );
  return ExitCode.ok;
}

function describeContents(
  entries: readonly ThreadEntry[],
  bytes: number,
  changed: number,
): readonly string[] {
  const count = (kind: ThreadEntry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
  return [
    `The report is the whole conversation, ${formatBytes(bytes)}: ${countOf(count('user_message'), 'message')} of yours,`,
    `what the model wrote, and the results of ${countOf(count('observation'), 'call')}: texts of files, output of commands.`,
    `Keys were taken out of ${countOf(changed, 'text')}, and your home folder has another name. What else is secret stays.`,
    'Nothing is sent anywhere.',
  ];
}
