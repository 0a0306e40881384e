/**
 * Thrown by an event source that cannot continue. The socket is closed with this message, so that the client reconnects
 * and resumes from its last cursor.
 */
export class ResumeError extends Error {
  override readonly name = 'ResumeError';
}
