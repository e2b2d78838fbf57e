import { z } from 'zod';
import { ToolExecutionError } from '../../protocol/errors.js';
import type { Diagnostic } from '../../protocol/diagnostics.js';
import type { Tool } from '../../protocol/tool.js';
import { fileParam } from './file-param.js';
import { fitLines } from '../text/fit-lines.js';
import { locate } from '../gate/locate.js';
import { formatDiagnostic } from '../diagnostics/find-new-errors.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'read_lint_errors';

const schema = z.strictObject({
  uri: fileParam,
});

type ReadLintErrorsParams = z.output<typeof schema>;

interface LintErrors {
  readonly shown: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The tool that lists the problems that the editor's language services report for a file. */
export function createReadLintErrorsTool(
  deps: Omit<ChangingToolDeps, 'changes'>,
): Tool<ReadLintErrorsParams, LintErrors> {
  return {
    name: NAME,
    description:
      "Lists the editor's errors and warnings for a file. After a change it waits until the editor has checked.",
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, { uri: FILE_PARAM_NAMES }),

    async run({ uri }, context) {
      const { absolute, shown } = await locate(NAME, uri, deps, context);
      if (deps.diagnostics === undefined) {
        throw new ToolExecutionError(
          `There is no source of diagnostics here: no editor is connected. To check ${shown}, run the project's own linter or compiler.`,
          { tool: NAME },
        );
      }
      await deps.lateErrors?.settle(context.thread, absolute);
      return { shown, diagnostics: await deps.diagnostics.diagnosticsOf(absolute, context.signal) };
    },

    format({ shown, diagnostics }) {
      if (diagnostics.length === 0)
        return `The editor has no errors or warnings for ${shown}. Of a file that is not open it may know none.`;
      return fitLines(diagnostics.map((diagnostic) => formatDiagnostic(shown, diagnostic)));
    },
  };
}
