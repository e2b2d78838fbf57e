import { createCreateFileOrFolderTool } from '../actors/tools/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../actors/tools/delete-file-or-folder.js';
import { createEditFileTool } from '../actors/tools/edit-file.js';
import { createGetDirTreeTool } from '../actors/tools/get-dir-tree.js';
import { createKillPersistentTerminalTool } from '../actors/tools/kill-persistent-terminal.js';
import { createLsDirTool } from '../actors/tools/ls-dir.js';
import { createOpenPersistentTerminalTool } from '../actors/tools/open-persistent-terminal.js';
import { createReadFileTool } from '../actors/tools/read-file.js';
import { createReadLintErrorsTool } from '../actors/tools/read-lint-errors.js';
import type { ToolRegistry } from '../actors/tools/registry.js';
import { createRewriteFileTool } from '../actors/tools/rewrite-file.js';
import { createRunCommandTool } from '../actors/tools/run-command.js';
import { createRunPersistentCommandTool } from '../actors/tools/run-persistent-command.js';
import { createSearchForFilesTool } from '../actors/tools/search-for-files.js';
import { createSearchInFileTool } from '../actors/tools/search-in-file.js';
import { createSearchPathnamesOnlyTool } from '../actors/tools/search-pathnames-only.js';
import type { ShellDeps, TerminalDeps } from '../actors/tools/shell-deps.js';
import type { ChangingToolDeps } from '../actors/tools/tool-deps.js';

/** Registers the built-in tools that read, search and change files. */
export function registerFileTools(tools: ToolRegistry, deps: ChangingToolDeps): void {
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
  ])
    tools.register(create(deps));
}

/** Registers the built-in tools that run commands. */
export function registerShellTools(tools: ToolRegistry, deps: ShellDeps & TerminalDeps): void {
  for (const create of [
    createRunCommandTool,
    createOpenPersistentTerminalTool,
    createRunPersistentCommandTool,
    createKillPersistentTerminalTool,
  ])
    tools.register(create(deps));
}
