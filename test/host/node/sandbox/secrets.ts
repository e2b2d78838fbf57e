/** 60 files of a home folder that give access to something, in their usual places. */
export const SECRET_FILES: readonly string[] = [
  '.ssh/id_ed25519 .gnupg/private-keys-v1.d/a.key .password-store/mail.gpg .local/share/keyrings/login.keyring',
  '.config/op/config .netrc .authinfo .pgpass .my.cnf .vault-token .git-credentials .config/git/credentials .aws/credentials',
  '.azure/msal_token_cache.json .config/gcloud/application_default_credentials.json .boto .oci/oci_api_key.pem',
  '.kube/config .docker/config.json .config/containers/auth.json .config/doctl/config.yaml .config/hcloud/cli.toml',
  '.config/rclone/rclone.conf .s3cfg .terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .fly/config.yml',
  '.config/netlify/config.json .wrangler/config/default.toml .config/configstore/firebase-tools.json .config/gh/hosts.yml',
  '.config/glab-cli/config.yml .config/hub .databrickscfg .kaggle/kaggle.json .cache/huggingface/token .npmrc .yarnrc.yml .pypirc',
  '.config/pip/pip.conf .config/pypoetry/auth.toml .local/share/uv/credentials/credentials.toml .cargo/credentials.toml',
  '.gem/credentials .bundle/config .composer/auth.json .m2/settings.xml .gradle/gradle.properties .nuget/NuGet/NuGet.Config',
  '.hex/hex.config .condarc .claude/.credentials.json .codex/auth.json .config/chromium/Default/Cookies .mozilla/firefox/logins.json',
  '.bash_history .config/go/env .cargo/config.toml .dotnet/corefx/cryptography/x509stores/my/a.pfx',
].flatMap((line) => line.split(' '));

/** 20 variables that give access to something. */
export const TOKENS: Readonly<Record<string, string>> = {
  GITHUB_TOKEN: 'ghp_0123456789abcdefghij0123456789abcdef',
  GH_ENTERPRISE_TOKEN: 'x1',
  NPM_TOKEN: 'npm_0123456789abcdefghij',
  NODE_AUTH_TOKEN: 'x2',
  AWS_ACCESS_KEY_ID: 'AKIAIOSFODNN7EXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  AWS_SESSION_TOKEN: 'x3',
  DATABASE_URL: 'postgres://user:pass@db.example/app',
  REDIS_URL: 'redis://:pass@cache.example',
  OPENAI_API_KEY: 'sk-0123456789abcdef',
  ANTHROPIC_API_KEY: 'x4',
  SLACK_WEBHOOK_URL: 'https://hooks.slack.com/services/T0/B0/abc',
  SENTRY_DSN: 'https://0123456789abcdef0123456789abcdef@sentry.example/1',
  CARGO_REGISTRY_TOKEN: 'x5',
  TWINE_PASSWORD: 'x6',
  YARN_NPM_AUTH_TOKEN: 'x7',
  POETRY_PYPI_TOKEN_PYPI: 'x8',
  GOPROXY_LOGIN: 'user-and-password',
  MY_COMPANY_LICENSE: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln',
  HTTP_PROXY: 'http://user:pass@proxy.example:3128',
};
