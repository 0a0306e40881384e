/** The content hash as text, with which an approver names the content they saw. */
export function toContentText(contentHash: Buffer): string {
  return contentHash.toString('base64url');
}
