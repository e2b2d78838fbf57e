// Files that come with a system, which say what it is and hold nothing of a person.
const FILES: ReadonlySet<string> = new Set(
  [
    'os-release lsb-release debian_version redhat-release fedora-release alpine-release arch-release system-release'
      .split(' ')
      .map((name) => `/etc/${name}`),
    'issue timezone localtime shells services protocols mime.types'.split(' ').map((name) => `/etc/${name}`),
    'cpuinfo meminfo version uptime loadavg'.split(' ').map((name) => `/proc/${name}`),
  ].flat(),
);

// Folders of installed packages. Not `/usr/local`, `/opt` and `/etc`, where people keep what is theirs.
const FOLDERS = /^\/(?:(?:usr\/)?(?:bin|sbin|lib|lib32|lib64|libexec)|usr\/(?:include|share))(?:\/|$)/;

// In the looking world it is an empty one.
const TEMPORARY = /^\/(?:private\/)?(?:var\/)?tmp$/;

/**
 * Whether what lies at a path is the same on each machine with this system, so that reading it shows nothing of a person.
 * With a sandbox also the temporary folder itself, in which a line that only looks finds nothing.
 * @param path Absolute, with links resolved.
 */
export function isPublicPath(path: string, isSandboxed: boolean): boolean {
  return FILES.has(path) || FOLDERS.test(path) || (isSandboxed && TEMPORARY.test(path));
}
