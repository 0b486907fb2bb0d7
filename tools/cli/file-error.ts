const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is no directory',
  EEXIST: 'a part of the path is no directory',
  EACCES: 'that is not permitted',
  EPERM: 'that is not permitted',
  EISDIR: 'it is a directory',
  ELOOP: 'its links form a cycle',
  ENOSPC: 'the disk is full',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
  ERR_STRING_TOO_LONG: 'it is too large to be read at once (512 MiB); split it',
  ERR_FS_FILE_TOO_LARGE: 'it is too large to be read at once (2 GiB); split it',
};

/** Describes the reason why a file cannot be read or written. */
export function describeFileError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? message;
}
