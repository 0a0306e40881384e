import { type ChainHead, hashEntry, SEALED_CONTENT_COLUMNS, type SealedContent } from './audit-chain.js';
import { type ReadRows, readChainStart } from './persistence/chain-start.sql.js';

/** The hashes in the anchors, keyed by position in the chain. */
export type Anchors = ReadonlyMap<number, ReadonlySet<string>>;

export type ChainProblemKind =
  /** The hash does not match the entry at this position: this entry or the previous one was changed. */
  | 'EDITED'
  | 'ENTRY_MISSING'
  | 'SEAL_MISSING'
  /** An anchor contains a different hash. */
  | 'ANCHOR_DIFFERS'
  /** The chain ends before the position of an anchor. */
  | 'TAIL_CUT'
  /** An entry's time is much earlier than that of entries before it. */
  | 'BACKDATED'
  /** An entry is still unsealed, although sealing takes only seconds. */
  | 'NOT_SEALED';

export interface ChainProblem {
  readonly kind: ChainProblemKind;
  /** Null for an entry that is not in the chain. */
  readonly seq: number | null;
  readonly message: string;
}

export interface ChainReport {
  /** The position after which verification started. Position 0 is before the first entry. */
  readonly start: ChainHead;
  readonly head: ChainHead | null;
  readonly unsealed: number;
  readonly anchorsMet: number;
  /** In the order of the chain. Truncated if there are very many. */
  readonly problems: readonly ChainProblem[];
  readonly problemCount: number;
}

interface SealRow extends SealedContent {
  readonly seq: string;
  readonly hash: Buffer;
  readonly entryId: string;
  /** Null if the entry is missing; all of its content is then null as well. */
  readonly id: string;
}

// Number of rows that are held in memory at once.
const PAGE_SIZE = 1_000;
const MAX_REPORTED = 100;

// Sealers run every two seconds. If an entry waits this long, no sealer is running or a transaction blocks them.
const SEALED_WITHIN_MINUTES = 10;

// The chain is in the order of transactions, but an entry's time is the database's clock when it was written, so an
// entry of a transaction that began early and wrote late follows younger entries. Transactions take seconds, at most a
// minute, and are ended when idle. The rest allows for clock differences after a failover, or a clock that was set
// back.
const MAX_BACKDATING_MS = 10 * 60_000;

const PAGE = `SELECT seal.seq, seal.hash, seal.entry_id AS "entryId", ${SEALED_CONTENT_COLUMNS}
  FROM audit_seals AS seal LEFT JOIN audit_entries AS entry ON entry.id = seal.entry_id
  WHERE seal.seq > $1 ORDER BY seal.seq LIMIT $2`;

const UNSEALED = 'FROM audit_entries AS entry WHERE NOT EXISTS (SELECT FROM audit_seals WHERE entry_id = entry.id)';

/**
 * Verifies the chain by recomputing it and comparing the hashes. It only reads, page by page, so it can run at any
 * time. Read the anchors first, so that entries sealed in the meantime are not reported as differences.
 * @param from the position to start after; the log names it if partitions were detached
 */
export async function verifyAuditChain(
  read: ReadRows,
  { anchors = new Map(), from }: { readonly anchors?: Anchors | undefined; readonly from?: ChainHead | undefined } = {},
): Promise<ChainReport> {
  const verification = new Verification(from ?? (await readChainStart(read)), anchors);
  let page: SealRow[];
  do {
    page = await read<SealRow>(PAGE, [verification.place, PAGE_SIZE]);
    for (const row of page) verification.take({ ...row, seq: Number(row.seq) });
  } while (page.length === PAGE_SIZE);
  verification.end();
  const [count] = await read<{ unsealed: string; overdue: string }>(
    `SELECT count(*) AS unsealed, count(*) FILTER (WHERE ${isOverdue('entry')}) AS overdue ${UNSEALED}`,
    [SEALED_WITHIN_MINUTES],
  );
  if (Number(count?.overdue ?? 0) > 0) {
    const overdue = await read<{ id: string }>(
      `SELECT id ${UNSEALED} AND ${isOverdue('entry')} ORDER BY occurred_at, id LIMIT ${MAX_REPORTED}`,
      [SEALED_WITHIN_MINUTES],
    );
    for (const { id } of overdue) verification.reportUnsealed(id);
  }
  return verification.report(Number(count?.unsealed ?? 0));
}

function isOverdue(entry: string): string {
  return `${entry}.occurred_at < now() - make_interval(mins => $1)`;
}

class Verification {
  readonly #problems: ChainProblem[] = [];
  #problemCount = 0;
  #anchorsMet = 0;
  #latest = { at: -Infinity, seq: 0 };
  #head: ChainHead;

  constructor(
    private readonly start: ChainHead,
    private readonly anchors: Anchors,
  ) {
    this.#head = start;
    this.compareAnchors(start.seq, start.hash.toString('hex'));
  }

  get place(): number {
    return this.#head.seq;
  }

  take(row: Omit<SealRow, 'seq'> & { readonly seq: number }): void {
    const { seq, hash } = row;
    const isNext = seq === this.#head.seq + 1;
    if (!isNext) {
      const places =
        this.#head.seq + 1 === seq - 1 ? `Number ${seq - 1} is` : `Numbers ${this.#head.seq + 1} to ${seq - 1} are`;
      this.add('SEAL_MISSING', this.#head.seq + 1, `${places} missing, and ${seq} cannot be verified without.`);
    }
    // If the join found no entry, all of its columns are null.
    if ((row.id as string | null) === null) {
      this.add('ENTRY_MISSING', seq, `The entry ${row.entryId} is gone.`);
    } else {
      if (isNext && !hashEntry(this.#head.hash, seq, row).equals(hash)) {
        this.add('EDITED', seq, `The entry ${row.id} is not what was sealed, or its seal is not.`);
      }
      this.compareTimes(row);
    }
    // Continues with the stored hash, so that a single change is reported as a single problem.
    this.#head = { seq, hash };
    this.compareAnchors(seq, hash.toString('hex'));
  }

  /**
   * Also compares times, because a seal proves only that an entry was not changed later, and not when it was written.
   */
  private compareTimes({ seq, id, occurredAt }: { seq: number; id: string; occurredAt: string }): void {
    const at = Date.parse(occurredAt);
    if (at < this.#latest.at - MAX_BACKDATING_MS) {
      const latest = `${new Date(this.#latest.at).toISOString()} at ${this.#latest.seq}`;
      this.add('BACKDATED', seq, `The entry ${id} says ${occurredAt}, and comes after ${latest}.`);
    }
    if (at > this.#latest.at) this.#latest = { at, seq };
  }

  private compareAnchors(seq: number, hash: string): void {
    for (const anchored of this.anchors.get(seq) ?? []) {
      this.#anchorsMet += 1;
      if (anchored !== hash) this.add('ANCHOR_DIFFERS', seq, `The hash is ${hash}, and was anchored as ${anchored}.`);
    }
  }

  end(): void {
    const { seq } = this.#head;
    const beyond = [...this.anchors.keys()].filter((anchored) => anchored > seq);
    if (beyond.length === 0) return;
    const last = beyond.reduce((one, other) => Math.max(one, other));
    this.add(
      'TAIL_CUT',
      seq,
      `The chain ends with ${seq}, and was anchored at ${last}: ${last - seq} or more are gone.`,
    );
  }

  reportUnsealed(id: string): void {
    this.add('NOT_SEALED', null, `The entry ${id} has had no seal for more than ${SEALED_WITHIN_MINUTES} minutes.`);
  }

  report(unsealed: number): ChainReport {
    return {
      start: this.start,
      head: this.#head.seq === 0 ? null : this.#head,
      unsealed,
      anchorsMet: this.#anchorsMet,
      problems: this.#problems,
      problemCount: this.#problemCount,
    };
  }

  private add(kind: ChainProblemKind, seq: number | null, message: string): void {
    this.#problemCount += 1;
    if (this.#problems.length < MAX_REPORTED) this.#problems.push({ kind, seq, message });
  }
}
