#!/usr/bin/env bash
# code-server from the npm registry, without what its own install step would download: Debian's ripgrep takes the
# place of the one that it fetches. Needs Node 20, a C++ compiler, krb5's headers, and `rg`.
set -euo pipefail
cd "$(dirname "$0")"
export npm_config_yes=true npm_config_audit=false npm_config_fund=false

npm install --ignore-scripts
server=$PWD/node_modules/code-server
[ -x "$server/.installed" ] && exit 0

for folder in "$server/lib/vscode" "$server/lib/vscode/extensions"; do
  (cd "$folder" && npm install --omit=dev --ignore-scripts)
done
npm rebuild argon2
(cd "$server/lib/vscode" && npm rebuild node-pty @vscode/spdlog native-watchdog)
mkdir -p "$server/lib/vscode/node_modules/@vscode/ripgrep/bin"
ln -sf "$(command -v rg)" "$server/lib/vscode/node_modules/@vscode/ripgrep/bin/rg"
install -m 755 /dev/null "$server/.installed"
