import type { NameGroup } from './name-row.js';

/** Settings of editors, most of which are read when a folder or a file in it is opened. */
export const EDITORS: NameGroup = {
  what: 'a setting of editors, which can run programs',
  rows: [
    {
      names: '.vscode *.code-workspace',
      readBy: 'VS Code and its forks, when the folder is opened: tasks, tool servers, paths of programs',
    },
    {
      names: '.devcontainer .devcontainer.json',
      readBy: 'VS Code and others, which start a container by it',
    },
    { names: '.theia', readBy: 'Theia, when the folder is opened' },
    { names: '.idea', readBy: 'the IDEs of JetBrains, when the folder is opened' },
    { names: '.fleet', readBy: 'Fleet, when the folder is opened' },
    {
      names: '.vs',
      readBy: 'Visual Studio, when the folder is opened: tasks, programs to start',
      isWrittenByTools: true,
    },
    { names: '.zed', readBy: 'Zed, when the folder is opened: tasks, language servers' },
    { names: '.nova', readBy: 'Nova, when the folder is opened' },
    { names: '.helix', readBy: 'Helix, when it starts there: language servers' },
    { names: '*.sublime-project *.sublime-workspace', readBy: 'Sublime Text, when the project is opened' },
    { names: '.dir-locals.el .dir-locals-2.el', readBy: 'Emacs, with each file below the folder' },
    { names: '.emacs .emacs.d .projectile', readBy: 'Emacs, when it starts' },
    {
      names: '.vim .vimrc .gvimrc _vimrc .lvimrc .vimrc.local .exrc',
      readBy: 'Vim, when it starts there with `exrc`, or from the home folder',
    },
    { names: '.nvim.lua .nvimrc', readBy: 'Neovim, when it starts there with `exrc`' },
    { names: '.ycm_extra_conf.py', readBy: 'YouCompleteMe, which runs it for files of C' },
    { names: '.luarc.json .luarc.jsonc', readBy: 'the language server of Lua, which runs the plugin in it' },
    { names: '.clangd', readBy: 'clangd, with each file below the folder' },
  ],
};
