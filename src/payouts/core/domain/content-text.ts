/** The hash of a payout's content as the text by which an approver says what they saw. */
export function toContentText(contentHash: Buffer): string {
  return contentHash.toString('base64url');
}
