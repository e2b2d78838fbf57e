import type { NameGroup } from './name-row.js';

/** Settings of package managers. */
export const PACKAGES: NameGroup = {
  what: 'a setting of a package manager, which can run programs and decides where packages come from',
  rows: [
    { names: '.npmrc', readBy: 'npm and pnpm, with every command' },
    { names: '.pnpmfile.*', readBy: 'pnpm, which runs it with every installation' },
    { names: 'pnpm-workspace.yaml', readBy: 'pnpm, with every command: which packages may run scripts' },
    { names: '.yarn .yarnrc* .pnp.*', readBy: 'yarn and node, with every command: programs that they run' },
    { names: 'bunfig.toml', readBy: 'bun, with every command: scripts that it loads first' },
    { names: '.pypirc', readBy: 'twine and others, when a package is published' },
    { names: 'pip.conf pip.ini', readBy: 'pip, from the home folder and from environments' },
    { names: 'uv.toml', readBy: 'uv, with every command' },
    { names: '.condarc', readBy: 'conda, with every command' },
    { names: '.cargo', readBy: 'cargo, with every command: linkers, wrappers and runners that it starts' },
    { names: 'rust-toolchain*', readBy: 'rustup, with every call of a tool of Rust: which program that is' },
    { names: '.bundle/config', readBy: 'bundler, with every command' },
    { names: '.gemrc', readBy: 'gem, with every command' },
    { names: '.terraformrc terraform.rc', readBy: 'terraform, with every command: where providers are' },
  ],
};
