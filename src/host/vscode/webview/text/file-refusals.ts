/** Why a file that was pasted or dropped cannot be attached. Units: bytes. */
export const FILE_REFUSALS = {
  unreadable: (name: string) => `${name} cannot be attached: it could not be read.`,
  otherImage: (name: string) => `${name} cannot be attached: pictures have to be PNG, JPEG, GIF or WebP.`,
  largeImage: (name: string, size: number, limit: number) =>
    `${name} cannot be attached: it has ${megabytes(size)} MB, and a picture may have ${megabytes(limit)} MB.`,
  longText: (name: string) =>
    `${name} cannot be attached: it is not in this workspace, and it is longer than a model reads.`,
  binary: (name: string) => `${name} cannot be attached: it is neither a text nor a picture.`,
} as const;

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
}
