/** Facts of an object before or after: ids, statuses, amounts and fixed words, never personal data. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An action or a refusal. The log adds who, when and from where. */
export interface NewAuditEntry {
  /** Object and past-tense verb: `payout.approved`. */
  readonly action: string;
  readonly subjectType: string;
  /** Null if there is no such object, as in a refused attempt. */
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** In the person's own words; null if the action takes no reason. */
  readonly reason: string | null;
}

export type AuditActorKind = 'PURSER' | 'API_KEY' | 'PERSON';
