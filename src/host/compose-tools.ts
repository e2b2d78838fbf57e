import { createCreateFileOrFolderTool } from '../actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../actors/tools/files/edit-file.js';
import { createGetDirTreeTool } from '../actors/tools/files/get-dir-tree.js';
import { createKillPersistentTerminalTool } from '../actors/tools/shell/kill-persistent-terminal.js';
import { createLsDirTool } from '../actors/tools/files/ls-dir.js';
import { createOpenPersistentTerminalTool } from '../actors/tools/shell/open-persistent-terminal.js';
import { createReadEarlierResultTool } from '../actors/tools/calls/read-earlier-result.js';
import { createReadFileTool } from '../actors/tools/files/read-file.js';
import { createReadLintErrorsTool } from '../actors/tools/files/read-lint-errors.js';
import type { ToolRegistry } from '../actors/tools/calls/registry.js';
import { createRewriteFileTool } from '../actors/tools/files/rewrite-file.js';
import { createRunCommandTool } from '../actors/tools/shell/run-command.js';
import { createRunPersistentCommandTool } from '../actors/tools/shell/run-persistent-command.js';
import { createSearchForFilesTool } from '../actors/tools/search/search-for-files.js';
import { createSearchInFileTool } from '../actors/tools/search/search-in-file.js';
import { createSearchPathnamesOnlyTool } from '../actors/tools/search/search-pathnames-only.js';
import { createFinishStepTool } from '../actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../actors/tools/plans/propose-plan.js';
import { createUpdateTodosTool } from '../actors/tools/todos/update-todos.js';
import type { ShellDeps, TerminalDeps } from '../actors/tools/shell/shell-deps.js';
import type { ChangingToolDeps } from '../actors/tools/gate/tool-deps.js';
import { createFetchUrlTool, type WebDeps } from '../actors/tools/web/fetch-url.js';
import { createWebSearchTool } from '../actors/tools/web/web-search.js';

/** Registers the built-in tools. */
export function registerTools(tools: ToolRegistry, deps: ChangingToolDeps & ShellDeps & TerminalDeps): void {
  for (const create of [
    createReadFileTool,
    createLsDirTool,
    createGetDirTreeTool,
    createSearchPathnamesOnlyTool,
    createSearchForFilesTool,
    createSearchInFileTool,
    createReadLintErrorsTool,
    createCreateFileOrFolderTool,
    createDeleteFileOrFolderTool,
    createEditFileTool,
    createRewriteFileTool,
    createRunCommandTool,
    createOpenPersistentTerminalTool,
    createRunPersistentCommandTool,
    createKillPersistentTerminalTool,
    createReadEarlierResultTool,
    createUpdateTodosTool,
    createProposePlanTool,
    createFinishStepTool,
  ])
    tools.register(create(deps));
}

/** Registers the tools that reach the web. */
export function registerWebTools(tools: ToolRegistry, deps: WebDeps, hasSearch: boolean): void {
  tools.register(createFetchUrlTool(deps));
  if (hasSearch) tools.register(createWebSearchTool());
}
