/** The facts of an object before and after: ids, statuses, amounts and fixed words; never personal data. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** An action, or a refusal. Who, when and from where is added by the log itself. */
export interface NewAuditEntry {
  /** The object and the verb, in the past: `payout.approved`. */
  readonly action: string;
  /** The kind of the object, `PAYOUT`. */
  readonly subjectType: string;
  /** Null when there is no such object, as in a refused attempt. */
  readonly subjectId: string | null;
  readonly before: Facts | null;
  readonly after: Facts | null;
  /** In the words of the person who did it; null when no reason was asked for. */
  readonly reason: string | null;
}

/** The kind of the actor: Purser by itself, whoever holds an API key, or somebody who signed in. */
export type AuditActorKind = 'PURSER' | 'API_KEY' | 'PERSON';
