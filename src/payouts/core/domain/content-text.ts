/** Returns the content hash as text. An approver sends it to say which content they saw. */
export function toContentText(contentHash: Buffer): string {
  return contentHash.toString('base64url');
}
