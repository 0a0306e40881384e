/** Whether an error is a system error with one of these codes, such as `ENOENT`. */
export function isSystemError(error: unknown, ...codes: string[]): boolean {
  // Not `instanceof Error`: Jest gives each test file an Error class of its own, Node's errors keep the original one.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
