/** The finding about one invariant. */
export interface Finding {
  /** As in the list of invariants in docs/reliability.md. */
  readonly id: string;
  readonly holds: string;
  /** How many things were looked at: zero of a thousand means something, zero of zero does not. */
  readonly checked: number;
  /** Each in a sentence that can be followed up in the artefacts. */
  readonly violations: readonly string[];
}

/** The result of a run. */
export interface Audit {
  readonly findings: readonly Finding[];
  /** The measured figures, one line each. */
  readonly figures: readonly string[];
}

export function joinAudits(audits: readonly Audit[]): Audit {
  return { findings: audits.flatMap(({ findings }) => findings), figures: audits.flatMap(({ figures }) => figures) };
}

/** Looks at each subject of an invariant; `decide` gives the violation, or null where it holds. */
export function examine<Item>(
  { id, holds }: Pick<Finding, 'id' | 'holds'>,
  items: readonly Item[],
  decide: (item: Item) => string | null,
): Finding {
  return { id, holds, checked: items.length, violations: items.map(decide).filter((violation) => violation !== null) };
}
