/**
 * Thrown by a source of events that cannot go on, though it could from the beginning: the socket is closed, with this
 * message as the reason, so that the client connects again and resumes with its last cursor.
 */
export class ResumeError extends Error {
  override readonly name = 'ResumeError';
}
