export function isSystemError(error: unknown, ...codes: string[]): boolean {
  // Not `instanceof Error`: Jest gives each test file its own Error class, and Node's errors keep the original.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
