import { toJsonLine } from '../draw/to-json-line.js';
import type { LLMConfig } from '../../../actors/protocol/llm.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { checkModel, type Finding } from '../../providers/check-model.js';
import { OFFLINE } from '../../providers/offline.js';
import { drawProse } from '../draw/draw-prose.js';
import { ExitCode, exitCodeOfError } from '../terminal/exit-codes.js';
import type { ModelsContext } from './models-context.js';

const MARKS = { ok: ['green', '✓'], warning: ['yellow', '!'], failed: ['red', '✗'] } as const;

/** Checks a model, and prints each finding as it comes. A failure decides the exit code. */
export async function checkOneModel(
  { catalog, out, isJson, signal }: ModelsContext,
  config: LLMConfig,
): Promise<number> {
  const name = catalog.nameOf(config);
  const print = async ({ error: _inWords, ...finding }: Finding): Promise<void> => {
    const { state, subject, message } = finding;
    const [color, mark] = MARKS[state];
    await out.line(
      isJson
        ? toJsonLine({ name, ...finding })
        : drawProse(out.sanitize(`${subject}: ${message}`), out, `  ${out.style(color, mark)} `),
    );
  };
  if (!isJson) await out.line(out.style('bold', out.sanitize(name)));
  if (config.provider === OFFLINE.provider) {
    const message =
      'No model is chosen: simple rules answer, without a key and a network. Name one: troupe models check PROVIDER/NAME.';
    await print({ subject: 'model', state: 'warning', message });
    return ExitCode.ok;
  }
  let failure: Error | undefined;
  const findings = checkModel(config, {
    registry: catalog.registry,
    clock: systemClock,
    keep: (server, models) => catalog.lists.write(server, models),
    signal,
  });
  for await (const finding of findings) {
    failure ??= finding.error;
    await print(finding);
  }
  return failure === undefined ? ExitCode.ok : exitCodeOfError(failure);
}
