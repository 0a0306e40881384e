/**
 * Facts about an object before or after the action: ids, statuses, amounts and fixed words, but never personal data.
 */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An action or a refusal. The log adds who did it, when, and from where. */
export interface NewAuditEntry {
  /** The object and a verb in the past tense, such as `payout.approved`. */
  readonly action: string;
  readonly subjectType: string;
  /** Null if there is no such object, for instance in a refused attempt. */
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** The reason in the person's own words; null if the action requires none. */
  readonly reason: string | null;
}

export type AuditActorKind = 'PURSER' | 'API_KEY' | 'PERSON';
