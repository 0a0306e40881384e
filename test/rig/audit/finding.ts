export interface Finding {
  /** Id in the list of invariants in docs/reliability.md. */
  readonly id: string;
  readonly holds: string;
  /** Number of items checked: zero violations of a thousand mean something, but zero of zero do not. */
  readonly checked: number;
  /** Sentences with enough detail to follow up in the run's files. */
  readonly violations: readonly string[];
}

export interface Audit {
  readonly findings: readonly Finding[];
  /** The measured figures, one per line. */
  readonly figures: readonly string[];
}

export function joinAudits(audits: readonly Audit[]): Audit {
  return { findings: audits.flatMap(({ findings }) => findings), figures: audits.flatMap(({ figures }) => figures) };
}

/** Checks each item of an invariant. `decide` returns the violation, or null if the invariant holds. */
export function examine<Item>(
  { id, holds }: Pick<Finding, 'id' | 'holds'>,
  items: readonly Item[],
  decide: (item: Item) => string | null,
): Finding {
  return { id, holds, checked: items.length, violations: items.map(decide).filter((violation) => violation !== null) };
}
